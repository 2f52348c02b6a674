//! Text in SVG.

use std::fmt::Write;

/// Text for the content of an element or a quoted attribute; characters that XML does not have are replaced.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            '\t' | '\n' | '\r' => escaped.push(' '),
            '\0'..='\x1f' | '\x7f'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c => escaped.push(c),
        }
    }
    escaped
}

/// The beginning of a text, at most so many characters.
pub fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.into();
    }
    text.chars().take(most - 1).chain(['…']).collect()
}

/// The words of a text in lines of at most so many characters, if no word is longer.
pub fn lines(text: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= most => *line = format!("{line} {word}"),
            _ => lines.push(word.into()),
        }
    }
    lines
}

/// A line of text; `style` are further attributes.
pub fn write(out: &mut String, x: i32, y: i32, size: i32, style: &str, text: &str) {
    let _ = write!(out, r#"<text x="{x}" y="{y}" font-size="{size}" {style}>{}</text>"#, escape(text));
}
