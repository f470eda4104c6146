//! Which of the five routes a request takes.

use super::names::decoded;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Route {
    /// `GET /`: the page.
    Page,
    /// `GET /tools`.
    List,
    /// `GET /tools/{name}`.
    Detail(String),
    /// `POST /tools/{name}/validate`.
    Validate(String),
    /// `POST /tools/{name}/call`.
    Call(String),
    /// Another method than these, of which the place takes some.
    WrongMethod(&'static str),
    /// Nothing is here.
    Unknown,
}

const READS: &str = "GET, HEAD, OPTIONS";
const CALLS: &str = "POST, OPTIONS";

/// The path below the prefix, beginning with a slash; none where the request is not for this API.
pub(super) fn below<'p>(path: &'p str, prefix: &str) -> Option<&'p str> {
    match path.strip_prefix(prefix)? {
        "" => Some("/"),
        rest if rest.starts_with('/') => Some(rest),
        _ => None,
    }
}

/// The route of `method` and a path below the prefix. A slash in a name may stand as it is or as `%2F`; one at the end counts for nothing.
pub(super) fn of(method: &str, path: &str) -> Route {
    let path = if path.len() > 1 { path.strip_suffix('/').unwrap_or(path) } else { path };
    let name = path.strip_prefix("/tools/").filter(|name| !name.is_empty());
    let (read, called) = match (path, name) {
        ("/", _) => (Some(Route::Page), None),
        ("/tools", _) => (Some(Route::List), None),
        (_, Some(name)) => (Some(Route::Detail(decoded(name))), called(name)),
        _ => (None, None),
    };
    match (method, read, called) {
        // A tool whose own name ends so is read by its name with `%2F`.
        (_, _, Some(_)) if method != "POST" => Route::WrongMethod(CALLS),
        ("GET" | "HEAD", Some(read), _) => read,
        ("POST", _, Some(called)) => called,
        (_, None, None) => Route::Unknown,
        _ => Route::WrongMethod(READS),
    }
}

fn called(path: &str) -> Option<Route> {
    let (name, what) = path.rsplit_once('/').filter(|(name, _)| !name.is_empty())?;
    match what {
        "call" => Some(Route::Call(decoded(name))),
        "validate" => Some(Route::Validate(decoded(name))),
        _ => None,
    }
}
