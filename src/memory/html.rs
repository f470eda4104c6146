//! What is left of HTML and of links: their text.

/// Tags that are taken for HTML; `Vec<String>` and `a < b` are none.
const TAGS: [&str; 46] = [
    "a",
    "abbr",
    "article",
    "aside",
    "b",
    "blockquote",
    "body",
    "br",
    "button",
    "code",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "head",
    "header",
    "hr",
    "html",
    "i",
    "img",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "script",
    "section",
    "span",
    "strong",
    "style",
    "table",
    "td",
    "th",
    "tr",
    "ul",
];
/// Tags around which words do not belong together.
const INLINE: [&str; 9] = ["a", "abbr", "b", "code", "em", "i", "img", "span", "strong"];
/// No tag is longer, in bytes.
const MAX_TAG_BYTES: usize = 4_096;
/// The longest name in the list above, and a sign more.
const MAX_NAME_CHARS: usize = 11;
/// No target of a link is longer, in bytes.
const MAX_TARGET_BYTES: usize = 2_048;

/// `content` without tags, scripts and styles, with links reduced to their text and common entities decoded.
pub(super) fn strip(content: &str) -> String {
    if !content.contains(['<', '&', ']']) {
        return content.to_owned();
    }
    let mut out = String::with_capacity(content.len());
    let mut rest = content;
    let mut comments_end = true;
    // Where in `out` the last bracket opens that may belong to a link.
    let mut open = None;
    while let Some(at) = rest.find(['<', '&', ']']) {
        let plain = rest.get(..at).unwrap_or_default();
        open = plain.rfind('[').map(|found| out.len() + found).or(open);
        out.push_str(plain);
        rest = rest.get(at..).unwrap_or_default();
        let comment = if comments_end { rest.strip_prefix("<!--") } else { None };
        let taken = if let Some(comment) = comment {
            let end = comment.find("-->");
            comments_end = end.is_some();
            out.push_str(if comments_end { "" } else { "<!--" });
            end.map_or(4, |end| end + 7)
        } else if rest.starts_with('<') {
            tag(rest, &mut out)
        } else if rest.starts_with('&') {
            entity(rest, &mut out)
        } else {
            link(rest, &mut open, &mut out)
        };
        rest = rest.get(taken..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// How many bytes of `rest`, which begins with `<`, are a tag or no tag.
fn tag(rest: &str, out: &mut String) -> usize {
    let inside = rest.get(1..).unwrap_or_default();
    let name: String = inside.strip_prefix('/').unwrap_or(inside).chars().take(MAX_NAME_CHARS).collect();
    let name =
        name.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_ascii_lowercase();
    let head = inside.as_bytes().get(..inside.len().min(MAX_TAG_BYTES)).unwrap_or_default();
    // A `<` before the `>`: this one opened no tag.
    let end =
        head.iter().position(|byte| matches!(byte, b'>' | b'<')).filter(|end| head.get(*end) == Some(&b'>'));
    let (Some(end), true) = (end, TAGS.contains(&name.as_str())) else {
        out.push('<');
        return 1;
    };
    if !INLINE.contains(&name.as_str()) {
        out.push('\n');
    }
    if matches!(name.as_str(), "script" | "style") && !rest.starts_with("</") {
        let close = format!("</{name}");
        let found = rest
            .as_bytes()
            .windows(close.len())
            .position(|window| window.eq_ignore_ascii_case(close.as_bytes()));
        return found.unwrap_or(rest.len());
    }
    end + 2
}

fn entity(rest: &str, out: &mut String) -> usize {
    const ENTITIES: [(&str, char); 7] = [
        ("&amp;", '&'),
        ("&lt;", '<'),
        ("&gt;", '>'),
        ("&quot;", '"'),
        ("&#39;", '\''),
        ("&apos;", '\''),
        ("&nbsp;", ' '),
    ];
    let known = ENTITIES.iter().find(|(name, _)| rest.starts_with(name));
    out.push(known.map_or('&', |(_, letter)| *letter));
    known.map_or(1, |(name, _)| name.len())
}

/// `](target)` of a Markdown link goes, with the bracket before its text, which stands at `open` in `out`.
fn link(rest: &str, open: &mut Option<usize>, out: &mut String) -> usize {
    let target = rest.strip_prefix("](").filter(|_| open.is_some()).unwrap_or_default();
    let end =
        target.bytes().take(MAX_TARGET_BYTES).position(|byte| matches!(byte, b')' | b'[' | b'\n' | b' '));
    let end = end.filter(|end| target.as_bytes().get(*end) == Some(&b')'));
    let (Some(end), Some(at)) = (end, open.take()) else {
        out.push(']');
        return 1;
    };
    let image = out.get(..at).is_some_and(|before| before.ends_with('!'));
    out.replace_range(at - usize::from(image)..=at, "");
    end + 3
}
