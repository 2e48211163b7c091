//! What is stored, as it is read.

mod challenges;
mod contests;
mod games;
mod players;
mod post;
mod ratings;
mod server;
mod tokens;

pub use challenges::*;
pub use contests::*;
pub use games::*;
pub use players::*;
pub use post::*;
pub use ratings::*;
pub(super) use server::RETRIED;
pub use server::*;
pub use tokens::*;
