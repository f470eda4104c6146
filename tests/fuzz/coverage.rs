//! Which code an input reached, where the compiler was told to count (`SanitizerCoverage`, inline 8-bit counters).

use std::sync::Mutex;

/// The counters of one module, as addresses, and what was seen of each until now.
struct Counters {
    start: usize,
    seen: Vec<u8>,
}

static MODULES: Mutex<Vec<Counters>> = Mutex::new(Vec::new());

/// Called by each instrumented module before `main`; the name is the interface of LLVM.
///
/// # Safety
/// `start` and `stop` bound the module's counters, as LLVM promises.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
    let (start, length) = (start as usize, (stop as usize).saturating_sub(start as usize));
    let mut modules = MODULES.lock().unwrap();
    if length > 0 && modules.iter().all(|module| module.start != start) {
        modules.push(Counters { start, seen: vec![0; length] });
    }
}

/// The places behind the counters, which nobody here looks at.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_pcs_init(_start: *const usize, _stop: *const usize) {}

/// Whether anything counts.
pub fn is_on() -> bool {
    !MODULES.lock().unwrap().is_empty()
}

/// Forgets what was reached: each target has its own first times.
pub fn forget() {
    found_new();
    MODULES.lock().unwrap().iter_mut().for_each(|module| module.seen.fill(0));
}

/// How many places were reached since [`forget`].
pub fn reached() -> usize {
    let modules = MODULES.lock().unwrap();
    modules.iter().flat_map(|module| &module.seen).filter(|seen| **seen != 0).count()
}

/// Whether the last input reached a place anew, or clearly more often than any before. Sets the counters back.
pub fn found_new() -> bool {
    let mut new = false;
    for module in MODULES.lock().unwrap().iter_mut() {
        // SAFETY: the module said that these counters are its own; while no target runs, nobody else writes them.
        let counters = unsafe { std::slice::from_raw_parts_mut(module.start as *mut u8, module.seen.len()) };
        for (counter, seen) in counters.iter_mut().zip(&mut module.seen) {
            if *counter != 0 {
                let bucket = 1 << (7 - counter.leading_zeros());
                new |= *seen & bucket == 0;
                *seen |= bucket;
                *counter = 0;
            }
        }
    }
    new
}

/// Calls through pointers, which nobody here looks at.
#[unsafe(no_mangle)]
pub extern "C" fn __sanitizer_cov_trace_pc_indir(_callee: usize) {}
