//! Decides how bytes pass into WebAssembly files that have no JavaScript of their own, and out of them: memory by `alloc` and
//! `dealloc`, every argument a pointer and a length, the answer at a known address. `js/worker/raw.ts` is the other side.

use std::alloc::Layout;
use std::cell::RefCell;

thread_local! {
    static ANSWER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Leaves these bytes as the answer, in place of the one before.
pub fn answer(bytes: Vec<u8>) {
    ANSWER.set(bytes);
}

/// The bytes of an argument.
///
/// # Safety
/// The caller got the pointer from [`alloc`] with this length, filled it and keeps it until the borrow ends.
pub unsafe fn bytes<'a>(pointer: *const u8, length: usize) -> &'a [u8] {
    // SAFETY: as the function's contract.
    if length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(pointer, length) } }
}

/// Memory for `length` bytes, or null.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    match Layout::from_size_align(length.max(1), 16) {
        // SAFETY: the size is not zero.
        Ok(layout) => unsafe { std::alloc::alloc(layout) },
        Err(_) => std::ptr::null_mut(),
    }
}

/// Gives memory back.
///
/// # Safety
/// `pointer` came from `alloc` with the same length.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn dealloc(pointer: *mut u8, length: usize) {
    if let Ok(layout) = Layout::from_size_align(length.max(1), 16) {
        // SAFETY: as the function's contract.
        unsafe { std::alloc::dealloc(pointer, layout) }
    }
}

/// Where the last answer lies.
#[unsafe(no_mangle)]
pub extern "C" fn output_pointer() -> *const u8 {
    ANSWER.with_borrow(Vec::as_ptr)
}

/// How long the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn output_length() -> usize {
    ANSWER.with_borrow(Vec::len)
}
