//! The page for people: one file, without anything from elsewhere, filled in once.

use super::reply::Reply;
use super::settings::Settings;

const TEMPLATE: &str = include_str!("explorer.html");
const STYLE: &str = include_str!("explorer.css");
const EARLY: &str = include_str!("early.js");
const SCRIPT: &str = include_str!("explorer.js");
/// SHA-256 of the three, in base 64: nothing else is run or styles the page. `tests/native/tool_api/` holds them to the files.
const HASHES: [&str; 3] = [
    "iyFRjsMszuLnzKRJHYBUiIGsbm2UlGYDqfO5pD1R5co=",
    "rFYe1cUMuNGwoHmUkLTWs0gSrADxB6gVS9kzAPPplGM=",
    "XbfwJXJAspZm1Iw/fIhXO2Qy1u6kmufyv6bM9byxjl0=",
];

/// The page as it is sent.
pub(super) struct Page {
    html: String,
}

impl Page {
    pub(super) fn new(settings: &Settings) -> Self {
        let project = project(settings);
        let title = escaped(&settings.title);
        let style = format!("<style>{STYLE}</style>");
        let [early, script] = [EARLY, SCRIPT].map(|text| format!("<script>{text}</script>"));
        Page {
            html: filled(TEMPLATE, |name| match name {
                "TITLE" => &title,
                "ALLOW_EXECUTE" if settings.allow_execute => "true",
                "ALLOW_EXECUTE" => "false",
                "PROJECT" => &project,
                "STYLE" => &style,
                "EARLY" => &early,
                "SCRIPT" => &script,
                _ => "",
            }),
        }
    }

    pub(super) fn reply(&self) -> Reply {
        let [style, early, script] = HASHES;
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{style}'; script-src 'sha256-{early}' 'sha256-{script}'; connect-src 'self'; \
             img-src blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; \
             require-trusted-types-for 'script'; trusted-types 'none'"
        );
        Reply::new(200, "text/html; charset=utf-8", self.html.clone()).with("content-security-policy", policy)
    }
}

/// The template with each `{{NAME}}` replaced, in one pass: what is filled in is not looked at again.
fn filled<'v>(template: &str, value: impl Fn(&str) -> &'v str) -> String {
    let mut out = String::with_capacity(template.len() + STYLE.len() + SCRIPT.len());
    let mut rest = template;
    while let Some((before, (name, after))) =
        rest.split_once("{{").and_then(|(before, rest)| Some((before, rest.split_once("}}")?)))
    {
        out.push_str(before);
        out.push_str(value(name));
        rest = after;
    }
    out.push_str(rest);
    out
}

fn project(Settings { project_name, project_url, .. }: &Settings) -> String {
    let Some(name) = project_name.as_deref().filter(|name| !name.is_empty()) else { return String::new() };
    match project_url.as_deref().and_then(leads_to) {
        Some(address) => {
            format!(" &middot; <a href=\"{}\" rel=\"noreferrer\">{}</a>", escaped(&address), escaped(name))
        }
        None => format!(" &middot; {}", escaped(name)),
    }
}

/// An address that a page may lead to. Browsers leave out these three characters wherever they stand, so `java\tscript:` is one.
fn leads_to(address: &str) -> Option<String> {
    let address: String = address.chars().filter(|letter| !matches!(letter, '\t' | '\n' | '\r')).collect();
    let address = address.trim();
    let lower = address.to_ascii_lowercase();
    let is_known = ["http://", "https://", "mailto:", "/"].iter().any(|begin| lower.starts_with(begin));
    is_known.then(|| address.to_owned())
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            letter => out.push(letter),
        }
    }
    out
}
