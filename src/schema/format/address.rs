//! Names of machines, mailboxes and resources: RFC 1123, 2673, 4291, 5321 and 3986.

pub(super) fn ipv4(text: &str) -> bool {
    text.split('.').count() == 4
        && text.split('.').all(|part| {
            (1..=3).contains(&part.len())
                && part.bytes().all(|byte| byte.is_ascii_digit())
                && (part.len() == 1 || !part.starts_with('0'))
                && part.parse::<u16>().is_ok_and(|value| value < 256)
        })
}

pub(super) fn ipv6(text: &str) -> bool {
    // An IPv4 address may stand for the last two groups.
    let (text, four) = match text.rsplit_once(':') {
        Some((_, last)) if last.contains('.') => {
            if !ipv4(last) {
                return false;
            }
            (text.get(..text.len() - last.len()).unwrap_or_default(), 2)
        }
        _ => (text, 0),
    };
    let group =
        |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_hexdigit());
    // The number of groups in a part without gap; a colon before the IPv4 part belongs to it.
    let count = |part: &str, is_last: bool| {
        let part = if is_last && four > 0 && !part.is_empty() {
            part.strip_suffix(':').filter(|part| !part.is_empty())?
        } else {
            part
        };
        let groups = if part.is_empty() { 0 } else { part.split(':').count() };
        (part.is_empty() || part.split(':').all(group)).then_some(groups + if is_last { four } else { 0 })
    };
    match text.split_once("::") {
        None => count(text, true) == Some(8),
        Some((before, after)) => match (count(before, false), count(after, true)) {
            (Some(before), Some(after)) => before + after <= 7,
            _ => false,
        },
    }
}

/// ASCII labels; of an international one (`xn--`) only the letters are judged, for more takes IDNA's tables.
pub(super) fn hostname(text: &str) -> bool {
    (1..=253).contains(&text.len())
        && text.split('.').all(|label| {
            (1..=63).contains(&label.len())
                && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                && !label.starts_with('-')
                && !label.ends_with('-')
                && (label.get(2..4) != Some("--")
                    || label.get(..2).is_some_and(|x| x.eq_ignore_ascii_case("xn")))
        })
}

pub(super) fn email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    let quoted = || {
        let inner = local.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
        let mut escaped = false;
        inner.is_some_and(|inner| {
            inner.chars().all(|c| {
                let fine = (' '..='~').contains(&c) && (escaped || c != '"');
                escaped = !escaped && c == '\\';
                fine
            }) && !escaped
        })
    };
    let atom = |part: &str| {
        !part.is_empty()
            && part.bytes().all(|b| b.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&b))
    };
    let literal = |inside: &str| inside.strip_prefix("IPv6:").map_or_else(|| ipv4(inside), ipv6);
    let domain_fits = match domain.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) {
        Some(inside) => literal(inside),
        None => hostname(domain),
    };
    local.len() <= 64 && domain_fits && (local.split('.').all(atom) || quoted())
}

/// With a scheme.
pub(super) fn uri(text: &str) -> bool {
    crate::schema::uri::has_scheme(text) && uri_reference(text)
}

pub(super) fn uri_reference(text: &str) -> bool {
    let (rest, fragment) = text.split_once('#').unwrap_or((text, ""));
    let (rest, query) = rest.split_once('?').unwrap_or((rest, ""));
    let after_scheme = if crate::schema::uri::has_scheme(rest) {
        rest.split_once(':').map_or(rest, |(_, after)| after)
    } else {
        // Without a scheme the first segment must not look like one (RFC 3986, section 4.2).
        if rest.split('/').next().is_some_and(|first| first.contains(':')) {
            return false;
        }
        rest
    };
    let (host, path) = match after_scheme.strip_prefix("//") {
        Some(rest) => rest.split_at(rest.find('/').unwrap_or(rest.len())),
        None => ("", after_scheme),
    };
    authority(host) && chars(path, ":@/") && chars(query, ":@/?") && chars(fragment, ":@/?")
}

fn authority(text: &str) -> bool {
    let (user, host) = text.rsplit_once('@').unwrap_or(("", text));
    let (host, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let Some((inside, after)) = rest.split_once(']') else { return false };
            let future = inside.starts_with(['v', 'V']) && inside.contains('.') && chars(inside, ":");
            if !(ipv6(inside) || future) || !(after.is_empty() || after.starts_with(':')) {
                return false;
            }
            ("", after.strip_prefix(':').unwrap_or_default())
        }
        None => host.split_once(':').unwrap_or((host, "")),
    };
    chars(user, ":") && chars(host, "") && port.bytes().all(|byte| byte.is_ascii_digit())
}

/// Unreserved characters, sub-delimiters, percent escapes, and those in `more`.
fn chars(text: &str, more: &str) -> bool {
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        let fine = match byte {
            b'%' => {
                let mut hex = || rest.next().is_some_and(|digit| digit.is_ascii_hexdigit());
                hex() && hex()
            }
            _ => {
                byte.is_ascii_alphanumeric()
                    || b"-._~!$&'()*+,;=".contains(&byte)
                    || more.as_bytes().contains(&byte)
            }
        };
        if !fine {
            return false;
        }
    }
    true
}
