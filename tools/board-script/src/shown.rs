//! What of a file a message shows.

/// A line of a file as a message shows it: without control characters, and not longer than a screen's line.
pub fn shown(line: &str) -> String {
    const MOST: usize = 60;
    let end = line.char_indices().nth(MOST).map_or(line.len(), |(at, _)| at);
    let dots = if end < line.len() { "..." } else { "" };
    format!("{}{dots}", line[..end].escape_debug())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_show_the_beginning_of_a_line() {
        assert_eq!(shown("5 lift e9"), "5 lift e9");
        assert_eq!(shown("\u{1b}[31m\0"), "\\u{1b}[31m\\0");
        assert_eq!(shown(&"x".repeat(1_000)).len(), 63);
    }
}
