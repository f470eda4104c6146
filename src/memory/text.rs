//! Chunks of prose and Markdown: sentences merged up to a length, under their headings.

/// The chunks of `content`.
pub(super) fn chunks(content: &str, max_chars: usize) -> Vec<String> {
    let mut found = Vec::new();
    let mut headings: Vec<(usize, String)> = Vec::new();
    let mut body = String::new();
    for line in content.lines() {
        let Some((level, title)) = heading(line) else {
            body.push_str(line);
            body.push('\n');
            continue;
        };
        let leaf = headings.last().is_some_and(|(above, _)| *above >= level);
        section(&headings, &std::mem::take(&mut body), leaf, max_chars, &mut found);
        headings.retain(|(above, _)| *above < level);
        headings.push((level, title.to_owned()));
    }
    section(&headings, &body, true, max_chars, &mut found);
    found
}

fn heading(line: &str) -> Option<(usize, &str)> {
    let title = line.trim_start_matches('#');
    let level = line.len() - title.len();
    (1..=6).contains(&level).then(|| title.strip_prefix(' ')).flatten().map(|title| (level, title.trim()))
}

/// The chunks of one section; of a `leaf` without a body its headings.
fn section(headings: &[(usize, String)], body: &str, leaf: bool, max_chars: usize, found: &mut Vec<String>) {
    let titles: Vec<&str> = headings.iter().map(|(_, title)| title.as_str()).collect();
    let path = titles.join(" › ");
    let sentences = sentences(body);
    if sentences.is_empty() && leaf {
        found.extend(pack(&[path], " ", "", max_chars));
        return;
    }
    // A path that leaves little room gives way to its last heading.
    let label =
        if path.chars().count() * 2 > max_chars { titles.last().copied().unwrap_or_default() } else { &path };
    found.extend(pack(&sentences, " ", label, max_chars));
}

/// The sentences of `text`, and its lines where they are no sentences (lists, tables, code).
pub(super) fn sentences(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let mut start = 0;
        let mut letters = line.char_indices().peekable();
        while let Some((at, c)) = letters.next() {
            let next_is_space = letters.peek().is_none_or(|(_, next)| next.is_whitespace());
            if matches!(c, '。' | '！' | '？') || matches!(c, '.' | '!' | '?' | '…') && next_is_space {
                found.push(line.get(start..at + c.len_utf8()).unwrap_or_default().trim().to_owned());
                start = at + c.len_utf8();
            }
        }
        found.push(line.get(start..).unwrap_or_default().trim().to_owned());
    }
    found.retain(|sentence| !sentence.is_empty());
    found
}

/// `label: body`, or the body alone.
pub(super) fn labelled(label: &str, body: &str) -> String {
    if label.is_empty() { body.to_owned() } else { format!("{label}: {body}") }
}

/// Joins `units` with `between` into chunks of at most `max_chars`, each beginning with `label`. A unit that is
/// too long alone is cut between words.
pub(super) fn pack(units: &[String], between: &str, label: &str, max_chars: usize) -> Vec<String> {
    let fits = label.chars().count() + 2 < max_chars;
    let label = if fits { label } else { "" };
    let room = max_chars - if label.is_empty() { 0 } else { label.chars().count() + 2 };
    let mut found = Vec::new();
    let (mut body, mut length) = (String::new(), 0);
    for piece in units.iter().flat_map(|unit| pieces(unit, room)) {
        let chars = piece.chars().count();
        if length > 0 && length + between.len() + chars > room {
            found.push(labelled(label, &std::mem::take(&mut body)));
            length = 0;
        }
        if length > 0 {
            body.push_str(between);
            length += between.len();
        }
        body.push_str(piece);
        length += chars;
    }
    if length > 0 {
        found.push(labelled(label, &body));
    }
    found
}

/// `unit` in pieces of at most `room` characters, cut between words where there are any.
fn pieces(unit: &str, room: usize) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = unit.trim();
    while let Some((limit, _)) = rest.char_indices().nth(room) {
        let head = rest.get(..limit).unwrap_or_default();
        let after_space = rest.get(limit..).is_some_and(|rest| rest.starts_with(char::is_whitespace));
        let word_end = if after_space { Some(limit) } else { head.rfind(char::is_whitespace) };
        let end = word_end.filter(|end| *end * 2 > limit).unwrap_or(limit);
        found.push(rest.get(..end).unwrap_or_default().trim_end());
        rest = rest.get(end..).unwrap_or_default().trim_start();
    }
    if !rest.is_empty() {
        found.push(rest);
    }
    found
}
