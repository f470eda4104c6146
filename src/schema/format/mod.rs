//! Which texts a `format` names: asserted only on demand, for the specification makes it a note.

mod address;
mod time;

/// A format that can be asserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Date,
    Time,
    DateTime,
    Duration,
    Email,
    Hostname,
    Ipv4,
    Ipv6,
    JsonPointer,
    RelativeJsonPointer,
    Regex,
    Uri,
    UriReference,
    Uuid,
}

impl Format {
    /// The format `name`; `None` for those that stay notes.
    pub(super) fn named(name: &str) -> Option<Self> {
        Some(match name {
            "date" => Format::Date,
            "time" => Format::Time,
            "date-time" => Format::DateTime,
            "duration" => Format::Duration,
            "email" => Format::Email,
            "hostname" => Format::Hostname,
            "ipv4" => Format::Ipv4,
            "ipv6" => Format::Ipv6,
            "json-pointer" => Format::JsonPointer,
            "relative-json-pointer" => Format::RelativeJsonPointer,
            "regex" => Format::Regex,
            "uri" => Format::Uri,
            "uri-reference" => Format::UriReference,
            "uuid" => Format::Uuid,
            _ => return None,
        })
    }

    /// The word that schemas use.
    pub(super) fn name(self) -> &'static str {
        match self {
            Format::Date => "date",
            Format::Time => "time",
            Format::DateTime => "date-time",
            Format::Duration => "duration",
            Format::Email => "email",
            Format::Hostname => "hostname",
            Format::Ipv4 => "ipv4",
            Format::Ipv6 => "ipv6",
            Format::JsonPointer => "json-pointer",
            Format::RelativeJsonPointer => "relative-json-pointer",
            Format::Regex => "regex",
            Format::Uri => "uri",
            Format::UriReference => "uri-reference",
            Format::Uuid => "uuid",
        }
    }

    pub(super) fn fits(self, text: &str) -> bool {
        match self {
            Format::Date => time::date(text),
            Format::Time => time::time(text),
            Format::DateTime => time::date_time(text),
            Format::Duration => time::duration(text),
            Format::Email => address::email(text),
            Format::Hostname => address::hostname(text),
            Format::Ipv4 => address::ipv4(text),
            Format::Ipv6 => address::ipv6(text),
            Format::JsonPointer => json_pointer(text),
            Format::RelativeJsonPointer => relative_json_pointer(text),
            Format::Regex => !matches!(
                crate::schema::regex::Regex::new(text),
                Err(crate::schema::regex::Refusal::Invalid(_))
            ),
            Format::Uri => address::uri(text),
            Format::UriReference => address::uri_reference(text),
            Format::Uuid => uuid(text),
        }
    }
}

fn uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// RFC 6901: a tilde is followed by 0 or 1.
fn json_pointer(text: &str) -> bool {
    (text.is_empty() || text.starts_with('/'))
        && text.split('~').skip(1).all(|rest| rest.starts_with(['0', '1']))
}

fn relative_json_pointer(text: &str) -> bool {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    !number.is_empty() && (number == "0" || !number.starts_with('0')) && (rest == "#" || json_pointer(rest))
}
