//! The sections of the rules that the four games share.

/// The sections that several games share, by name.
pub const SHARED: [(&str, &str); 5] = [
    (
        "squares",
        include_str!("../../../templates/rules/limited-squares/squares.txt"),
    ),
    (
        "pieces",
        include_str!("../../../templates/rules/limited-squares/pieces.txt"),
    ),
    (
        "turns",
        include_str!("../../../templates/rules/limited-squares/turns.txt"),
    ),
    (
        "armies",
        include_str!("../../../templates/rules/limited-squares/armies.txt"),
    ),
    (
        "writing",
        include_str!("../../../templates/rules/limited-squares/writing.txt"),
    ),
];
