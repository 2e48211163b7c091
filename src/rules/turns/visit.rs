//! What is looked for among what a function visits.

use std::ops::ControlFlow;

/// The first of what `each` visits that fits.
pub fn find<T>(
    each: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> ControlFlow<()>,
    fits: impl Fn(&T) -> bool,
) -> Option<T> {
    let mut found = None;
    let _ = each(&mut |item| match fits(&item) {
        true => {
            found = Some(item);
            ControlFlow::Break(())
        }
        false => ControlFlow::Continue(()),
    });
    found
}

/// All that `each` visits.
pub fn all<T>(
    each: impl FnOnce(&mut dyn FnMut(T) -> ControlFlow<()>) -> ControlFlow<()>,
) -> Vec<T> {
    let mut all = Vec::new();
    let _ = each(&mut |item| {
        all.push(item);
        ControlFlow::Continue(())
    });
    all
}
