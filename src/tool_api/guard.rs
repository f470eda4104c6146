//! Who may not ask, whatever is asked for: pages of other sites, and names that do not belong to this host.

use super::reply::Reply;
use super::request::Request;
use super::settings::Settings;

/// A name by which this may not be asked: an attacker's, which leads here (DNS rebinding).
pub(super) fn wrong_host(request: &Request, settings: &Settings) -> Option<Reply> {
    let hosts = settings.hosts.as_ref()?;
    let host = request.header("host").unwrap_or_default().to_lowercase();
    let is_known = hosts.iter().any(|known| known.to_lowercase() == host);
    (!is_known).then(|| Reply::error(421, "This host name is not served here."))
}

/// What a page of another site sends, or may send without being asked whether it may.
pub(super) fn wrong_sender(request: &Request, settings: &Settings) -> Option<Reply> {
    if !settings.any_site && is_of_another_site(request) {
        return Some(Reply::error(403, "Pages of other sites may not do this."));
    }
    let kind = request.header("content-type").and_then(|kind| kind.split(';').next()).unwrap_or_default();
    let is_json = kind.trim().eq_ignore_ascii_case("application/json");
    (!settings.any_type && !is_json)
        .then(|| Reply::error(415, "Send the body as content-type application/json."))
}

/// Whether a browser says so. What is no browser says neither, and has nobody's cookies.
fn is_of_another_site(request: &Request) -> bool {
    // A site is more than an origin: a neighbour's page under the same domain counts as foreign, too.
    if let Some(site) = request.header("sec-fetch-site") {
        return !matches!(site, "same-origin" | "none");
    }
    let Some(origin) = request.header("origin") else { return false };
    let host = origin.split_once("://").map_or("", |(_, host)| host);
    request.header("host").is_none_or(|own| !host.eq_ignore_ascii_case(own))
}

/// What a body's length says before it is read.
pub(super) fn too_long(request: &Request, settings: &Settings) -> Option<Reply> {
    let length = request.header("content-length")?.parse::<u64>().ok()?;
    (length > settings.body_bytes).then(|| over(settings))
}

pub(super) fn over(settings: &Settings) -> Reply {
    Reply::error(413, &format!("The body has more than {} bytes.", settings.body_bytes))
}
