//! Decides the raw ABI: every argument a pointer and a length, a status out, the answer as text.

use crate::Host;
use serde_json::json;
use std::cell::RefCell;

thread_local! {
    static HOST: RefCell<Host> = RefCell::default();
}

/// Statuses: all went well, no turn would be left, and an error as JSON.
const DONE: i32 = 0;
const NONE_LEFT: i32 = 1;
const FAILED: i32 = -1;

fn answered(result: Result<Option<String>, String>) -> i32 {
    let (status, text) = match result {
        Ok(Some(text)) => (DONE, text),
        Ok(None) => (NONE_LEFT, String::new()),
        Err(message) => (FAILED, json!({ "code": "engine", "message": message }).to_string()),
    };
    webmcp_raw::answer(text.into_bytes());
    status
}

/// Reads a template, as [`Host::read`].
///
/// # Safety
/// The bytes are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn read(pointer: *const u8, length: usize) -> i32 {
    // SAFETY: as the function's contract.
    let given = unsafe { webmcp_raw::bytes(pointer, length) };
    answered(HOST.with_borrow_mut(|host| host.read(given)).map(Some))
}

/// Renders a conversation, as [`Host::render`].
///
/// # Safety
/// The bytes are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn render(pointer: *const u8, length: usize, dropped: usize) -> i32 {
    // SAFETY: as the function's contract.
    let chat = unsafe { webmcp_raw::bytes(pointer, length) };
    answered(HOST.with_borrow(|host| host.render(chat, dropped)))
}
