//! What is stored, as it is read.

mod acts;
mod challenges;
mod digests;
mod games;
mod people;
mod players;
mod post;
mod questions;
mod server;
mod times;
mod tokens;

pub use acts::*;
pub use challenges::*;
pub use digests::*;
pub use games::*;
pub use people::*;
pub use players::*;
pub use post::*;
pub use questions::*;
pub(super) use server::RETRIED;
pub use server::*;
pub use times::*;
pub use tokens::*;
