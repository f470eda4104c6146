//! Lists, page by page (Pagination): the cursor is the server's, and an empty one may be one as well. Some servers end a list with it, and
//! give the first page or an error for it; some give the same cursor for ever.

use super::client::Client;
use super::failure::Failure;
use super::message::{object, word};
use super::settings::{Offer, What};
use super::state::Call;
use crate::error::Code;
use crate::json::{self, raw_field, raw_fields, raw_items};

/// A server that never ends its list is cut off here (peers use 64 pages).
const MAX_PAGES: usize = 64;
/// All pages of a list together.
const MAX_LIST_BYTES: usize = 32 * 1024 * 1024;

impl Client {
    /// Asks for the page of a list at which a call has come.
    pub(super) fn next_page(&mut self, call: u32, offer: Offer) {
        let Some(Call { cursor, .. }) = self.calls.get(call) else { return };
        if !self.server.offers(offer) {
            return self.listed(call, offer);
        }
        let params = match cursor {
            Some(cursor) => object(&[("cursor", json::text(cursor))]),
            None => "{}".to_owned(),
        };
        match self.cache.get(offer.method(), &params, self.now).map(str::to_owned) {
            Some(kept) => self.page(call, offer, &kept),
            None => self.send_call(call, offer.method(), &params),
        }
    }

    /// The server does not know the cursor any more: the pages before are worth nothing. An empty one was no cursor but the end.
    pub(super) fn first_page(&mut self, call: u32) {
        let Some(state) = self.calls.get_mut(call) else { return };
        if let (Some(""), What::List(offer)) = (state.cursor.as_deref(), &state.asked.what) {
            let offer = *offer;
            return self.listed(call, offer);
        }
        (state.cursor, state.pages) = (None, 0);
        state.cursors.clear();
        state.entries.clear();
        self.cache.forget(|method, _| method.ends_with("/list"));
        self.go_on(call);
    }

    /// Takes a page.
    pub(super) fn page(&mut self, call: u32, offer: Offer, answer: &str) {
        let is_modern = self.server.is_modern();
        let Some(state) = self.calls.get_mut(call) else { return };
        // What was known holds until the first page is there: calls are made meanwhile.
        if state.pages == 0 && offer == Offer::Tools {
            self.tools.clear();
        }
        let is_again = state.cursor.as_deref() == Some("");
        let items = raw_field(answer, offer.field()).and_then(raw_items).unwrap_or_default();
        for item in items {
            let has_key = raw_field(item, offer.key()).and_then(json::string).is_some();
            let entry = without_nulls(item);
            let is_known = is_again && state.entries.contains(&entry);
            if has_key && !is_known && (offer != Offer::Tools || self.tools.take(item, is_modern)) {
                state.entries.push(entry);
            }
        }
        state.pages += 1;
        let next = word(answer, "nextCursor").filter(|next| !state.cursors.contains(next));
        state.cursors.extend(next.clone());
        state.cursor = next;
        let bytes: usize = state.entries.iter().map(String::len).sum();
        let too_much = if bytes > MAX_LIST_BYTES {
            format!("is larger than {} MB; ask it for fewer", MAX_LIST_BYTES >> 20)
        } else if state.pages >= MAX_PAGES && state.cursor.is_some() {
            format!("has more than {MAX_PAGES} pages")
        } else if state.cursor.is_some() {
            return self.go_on(call);
        } else {
            return self.listed(call, offer);
        };
        let problem = format!("The MCP server's list of {} {too_much}.", offer.field());
        self.reject(call, Failure::new(Code::Protocol, problem));
    }

    fn listed(&mut self, call: u32, offer: Offer) {
        let Some(Call { entries, .. }) = self.calls.get(call) else { return };
        let result = format!("{{\"{}\":[{}]}}", offer.field(), entries.join(","));
        self.resolve(call, result);
    }

    /// Takes a page of the list that was asked for because a call's headers did not fit.
    pub(super) fn relisted(&mut self, call: u32, answer: &str) {
        let Some(state) = self.calls.get_mut(call) else { return };
        if state.pages == 0 {
            self.tools.clear();
        }
        for item in raw_field(answer, Offer::Tools.field()).and_then(raw_items).unwrap_or_default() {
            self.tools.take(item, true);
        }
        state.pages += 1;
        let next = word(answer, "nextCursor").filter(|next| !state.cursors.contains(next));
        state.cursors.extend(next.clone());
        match next {
            Some(cursor) if state.pages < MAX_PAGES => self.relist(call, Some(&cursor)),
            _ => self.go_on(call),
        }
    }
}

/// An entry without the members that are `null`: many servers write so what the protocol wants left out.
fn without_nulls(item: &str) -> String {
    let fields = raw_fields(item).unwrap_or_default();
    if fields.iter().all(|(_, value)| *value != "null") {
        return item.to_owned();
    }
    let kept: Vec<(&str, String)> = fields
        .iter()
        .filter(|(_, value)| *value != "null")
        .map(|(name, value)| (&**name, (*value).to_owned()))
        .collect();
    object(&kept)
}
