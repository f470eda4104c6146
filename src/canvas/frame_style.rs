//! Which CSS a widget's frame takes: what loads nothing, and paints and lies where the frame does. `js/canvas/frame-styles.ts`, which draws,
//! says the same; `tests/fixtures/css-properties.json` holds both to one table.

use crate::text::lower;

/// The longest value, in bytes.
const MAX_BYTES: usize = 200;
/// Of shadows, outlines, borders and margins, CSS pixels: so far a frame may paint around itself, or keep others away.
const MAX_AROUND: f64 = 64.0;
/// Of text. Lengths in `em` are as many times that.
const MAX_TEXT: f64 = 64.0;
/// Of a frame's own size, and of the least that it may ask for.
const MAX_SIZE: f64 = 4_000.0;
const MAX_LEAST: f64 = 1_000.0;
const MAX_PADDING: f64 = 256.0;
/// Beyond a pill's ends a radius changes nothing.
const MAX_RADIUS: f64 = 9_999.0;
/// Columns and rows of a canvas.
const MAX_TRACKS: f64 = 12.0;
const MAX_ORDER: f64 = 10_000.0;
const MAX_SHADOWS: usize = 4;

/// What a part of a value may be.
#[derive(Clone, Copy)]
enum Part {
    Words(&'static [&'static str]),
    /// From so many pixels to so many.
    Length(f64, f64),
    /// Percent at most.
    Share(f64),
    Number(f64, f64),
    Whole(f64, f64),
    /// As many times the size of the text around.
    Ems(f64),
    Colour,
}
use Part::{Colour, Ems, Length, Number, Share, Whole, Words};

/// What a whole value may be.
enum Rule {
    /// One part.
    One(&'static [Part]),
    /// From one part to so many.
    List(usize, &'static [Part]),
    /// Parts in any order, of each kind no more than said.
    Mixed(&'static [(usize, &'static [Part])]),
    Shadows,
    Radius,
    Tracks,
    Families,
}
use Rule::{Families, List, Mixed, One, Radius, Shadows, Tracks};

const LINES: Part = Words(&[
    "none", "hidden", "dotted", "dashed", "solid", "double", "groove", "ridge", "inset", "outset", "auto",
]);
const WIDTHS: &[Part] = &[Words(&["thin", "medium", "thick"]), Length(0.0, MAX_AROUND)];
const EDGE: &[(usize, &[Part])] = &[(1, &[LINES]), (1, WIDTHS), (1, &[Colour])];
const SHADOW: &[(usize, &[Part])] =
    &[(1, &[Words(&["inset"])]), (4, &[Length(-MAX_AROUND, MAX_AROUND)]), (1, &[Colour])];
const SIZES: &[Part] = &[
    Words(&["auto", "none", "min-content", "max-content", "fit-content"]),
    Length(0.0, MAX_SIZE),
    Share(100.0),
];
const LEAST: &[Part] = &[Words(&["auto"]), Length(0.0, MAX_LEAST), Share(100.0)];
const TEXT_SIZES: &[Part] = &[
    Words(&[
        "xx-small",
        "x-small",
        "small",
        "medium",
        "large",
        "x-large",
        "xx-large",
        "xxx-large",
        "smaller",
        "larger",
    ]),
    Share(400.0),
    Ems(4.0),
    Length(0.0, MAX_TEXT),
];
const DECORATION: &[(usize, &[Part])] = &[
    (1, &[Words(&["none"])]),
    (3, &[Words(&["underline", "overline", "line-through"])]),
    (1, &[Words(&["solid", "double", "dotted", "dashed", "wavy"])]),
    (1, &[Words(&["from-font", "auto"]), Length(0.0, 8.0)]),
    (1, &[Colour]),
];

fn rule(property: &str) -> Option<Rule> {
    Some(match property {
        "border" | "outline" => Mixed(EDGE),
        "border-color" => List(4, &[Colour]),
        "border-radius" => Radius,
        "border-style" => List(4, &[LINES]),
        "border-width" => List(4, WIDTHS),
        "box-shadow" => Shadows,
        "font-family" => Families,
        "font-size" => One(TEXT_SIZES),
        "font-style" => One(&[Words(&["normal", "italic", "oblique"])]),
        "font-weight" => One(&[Words(&["normal", "bold", "bolder", "lighter"]), Number(1.0, 1_000.0)]),
        "line-height" => {
            One(&[Words(&["normal"]), Number(0.0, 4.0), Share(400.0), Length(0.0, 2.0 * MAX_TEXT)])
        }
        "margin" => List(4, &[Words(&["auto"]), Length(0.0, MAX_AROUND)]),
        "max-height" | "max-width" => One(SIZES),
        "min-height" | "min-width" => One(LEAST),
        "opacity" => One(&[Number(0.0, 1.0), Share(100.0)]),
        // `visible` would let what is inside lie over others.
        "overflow" => List(2, &[Words(&["hidden", "clip", "scroll", "auto"])]),
        "padding" => List(4, &[Length(0.0, MAX_PADDING), Share(25.0)]),
        "text-align" => One(&[Words(&["left", "right", "center", "justify", "start", "end"])]),
        "text-decoration" => Mixed(DECORATION),
        "text-transform" => One(&[Words(&["none", "capitalize", "uppercase", "lowercase"])]),
        "grid-column" | "grid-row" => Tracks,
        "order" => One(&[Whole(-MAX_ORDER, MAX_ORDER)]),
        "background-color" | "color" | "--color-bg" | "--color-surface" | "--color-surface2"
        | "--color-border" | "--color-border2" | "--color-accent" | "--color-accent2" | "--color-amber"
        | "--color-teal" | "--color-text1" | "--color-text2" => One(&[Colour]),
        _ => return None,
    })
}

/// Whether a frame takes this value of a property, both as a style sheet writes them.
pub(super) fn takes(property: &str, value: &str) -> bool {
    let Some(rule) = rule(property).filter(|_| value.len() <= MAX_BYTES) else { return false };
    let blanks = |c: char| matches!(c, ' ' | '\t' | '\r' | '\n' | '\u{c}');
    let plain = value.split(blanks).filter(|word| !word.is_empty()).collect::<Vec<_>>().join(" ");
    let small: String = lower(&plain).collect();
    match rule {
        One(kinds) => any(&small, kinds),
        List(most, kinds) => list(&small, most, kinds),
        Mixed(kinds) => mixed(&small, kinds),
        Shadows => {
            let all = parts(&small, ',');
            small == "none"
                || (!all.is_empty() && all.len() <= MAX_SHADOWS && all.iter().all(|one| mixed(one, SHADOW)))
        }
        Radius => {
            let sides: Vec<&str> = small.split('/').collect();
            let radius = |side: &&str| list(side.trim(), 4, &[Length(0.0, MAX_RADIUS), Share(100.0)]);
            sides.len() <= 2 && sides.iter().all(radius)
        }
        Tracks => {
            let sides: Vec<&str> = small.split('/').map(str::trim).collect();
            sides.len() <= 2 && sides.iter().all(|side| track(side))
        }
        Families => {
            let all = parts(&plain, ',');
            !all.is_empty() && all.iter().all(|one| family(one))
        }
    }
}

fn any(part: &str, kinds: &[Part]) -> bool {
    kinds.iter().any(|kind| match *kind {
        Words(words) => words.contains(&part),
        Length(least, most) => length(part, least, most),
        Share(most) => {
            let number = part.strip_suffix('%').and_then(|number| unsigned(number, 3));
            number.is_some_and(|number| number <= most)
        }
        Number(least, most) => unsigned(part, 6).is_some_and(|number| number >= least && number <= most),
        Whole(least, most) => whole(part).is_some_and(|number| number >= least && number <= most),
        Ems(most) => {
            let number = part.strip_suffix("em").filter(|number| !number.ends_with('r'));
            let number =
                number.filter(|number| !number.starts_with('+')).and_then(|number| unsigned(number, 1));
            number.is_some_and(|number| number <= most)
        }
        Colour => colour(part),
    })
}

/// `12`, `.5` or `1.25`, of at most so many digits in front of the point and six behind it. The standard library's reader of numbers is as
/// large as all the rest of this file: so few digits need none of it.
fn decimal(text: &str, most: usize) -> Option<f64> {
    let (front, behind) = text.split_once('.').map_or((text, None), |(front, behind)| (front, Some(behind)));
    let digits =
        |text: &str, most: usize| text.len() <= most && text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = digits(front, most) && behind.is_none_or(|behind| !behind.is_empty() && digits(behind, 6));
    if !fits || (front.is_empty() && (behind.is_none() || most <= 3)) {
        return None;
    }
    let of = |text: &str| text.bytes().fold(0.0, |sum, byte| sum * 10.0 + f64::from(byte - b'0'));
    let behind = behind.unwrap_or_default();
    Some(of(front) + of(behind) / 10_f64.powi(behind.len() as i32))
}

fn unsigned(text: &str, most: usize) -> Option<f64> {
    decimal(text.strip_prefix('+').unwrap_or(text), most)
}

fn whole(text: &str) -> Option<f64> {
    let (sign, digits) = signed(text);
    if digits.contains('.') { None } else { decimal(digits, 6).map(|number| sign * number) }
}

fn signed(text: &str) -> (f64, &str) {
    match text.strip_prefix('-') {
        Some(digits) => (-1.0, digits),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// What depends on the window is none.
fn length(part: &str, least: f64, most: f64) -> bool {
    let at = part.find(|c: char| c.is_ascii_lowercase()).unwrap_or(part.len());
    let (number, unit) = part.split_at(at);
    let (sign, digits) = signed(number);
    let Some(number) = decimal(digits, 6).map(|number| sign * number) else { return false };
    let pixels = match unit {
        "px" => number,
        "pt" => number * 4.0 / 3.0,
        "rem" => number * 16.0,
        "em" => number * MAX_TEXT,
        // A name of another unit, or none: nothing is nothing in all of them.
        _ => return number == 0.0 && unit.bytes().all(|byte| byte.is_ascii_lowercase()),
    };
    number == 0.0 || (pixels >= least && pixels <= most)
}

const COLOUR_FUNCTIONS: [&str; 13] = [
    "rgb",
    "rgba",
    "hsl",
    "hsla",
    "hwb",
    "lab",
    "oklab",
    "lch",
    "oklch",
    "color",
    "color-mix",
    "light-dark",
    "var",
];

/// A name, digits behind `#`, or a function of colours; names that are none do nothing.
fn colour(part: &str) -> bool {
    if let Some(digits) = part.strip_prefix('#') {
        return (3..=8).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    }
    if (3..=30).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_lowercase()) {
        return !any(part, &[LINES]);
    }
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_ #%.,/()+-".contains(&byte);
    if !part.bytes().all(plain) || !part.ends_with(')') || parts(part, ' ').len() != 1 {
        return false;
    }
    let mut from = 0;
    for (at, _) in part.match_indices('(') {
        let before = part.get(from..at).unwrap_or_default();
        let name = before.rsplit(|c: char| !c.is_ascii_lowercase() && c != '-').next().unwrap_or_default();
        if !COLOUR_FUNCTIONS.contains(&name) || (from == 0 && name.len() != at) {
            return false;
        }
        if name == "var" {
            let token = part.get(at + 1..).unwrap_or_default().trim_start();
            let token = token.split([' ', ',', ')']).next().unwrap_or_default();
            let named = token.strip_prefix("--color-").unwrap_or_default();
            if named.is_empty() || !named.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
                return false;
            }
        }
        from = at + 1;
    }
    from > 0
}

fn list(value: &str, most: usize, kinds: &[Part]) -> bool {
    let parts = parts(value, ' ');
    !parts.is_empty() && parts.len() <= most && parts.iter().all(|part| any(part, kinds))
}

fn mixed(value: &str, kinds: &[(usize, &[Part])]) -> bool {
    let mut left: Vec<usize> = kinds.iter().map(|(most, _)| *most).collect();
    let parts = parts(value, ' ');
    let mut fits = |part: &&str| {
        let mut places = left.iter_mut().zip(kinds);
        match places.find(|(left, (_, kinds))| **left > 0 && any(part, kinds)) {
            Some((left, _)) => {
                *left -= 1;
                true
            }
            None => false,
        }
    };
    !parts.is_empty() && parts.iter().all(&mut fits)
}

fn track(side: &str) -> bool {
    if side == "auto" {
        return true;
    }
    let number = side.strip_prefix("span ").unwrap_or(side);
    whole(number).is_some_and(|number| number.abs() <= MAX_TRACKS)
}

fn family(part: &str) -> bool {
    let inner = ['"', '\''].into_iter().find_map(|quote| part.strip_prefix(quote)?.strip_suffix(quote));
    let of = |text: &str, more: &str| {
        text.chars().all(|c| c.is_alphabetic() || c.is_numeric() || more.contains(c))
    };
    match inner {
        Some(inner) => !inner.is_empty() && of(inner, " _.-"),
        None => {
            let begins = |text: &str| text.starts_with(|c: char| c.is_alphabetic() || c == '_');
            begins(part.strip_prefix('-').unwrap_or(part)) && of(part, " _-")
        }
    }
}

/// The parts of a value at its top: what stands in parentheses is one part. None of them where one is empty or the parentheses
/// do not match.
fn parts(value: &str, separator: char) -> Vec<&str> {
    let (mut parts, mut from, mut depth) = (Vec::new(), 0, 0_i32);
    for (at, letter) in value.char_indices() {
        depth += i32::from(letter == '(') - i32::from(letter == ')');
        if depth < 0 {
            return Vec::new();
        }
        if letter == separator && depth == 0 {
            parts.push(value.get(from..at).unwrap_or_default().trim());
            from = at + letter.len_utf8();
        }
    }
    parts.push(value.get(from..).unwrap_or_default().trim());
    if depth == 0 && parts.iter().all(|part| !part.is_empty()) { parts } else { Vec::new() }
}
