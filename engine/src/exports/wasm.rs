//! Decides the raw ABI: what the Worker can call, with bytes as `webmcp_raw` passes them.

use super::Host;
use std::cell::RefCell;

thread_local! {
    static HOST: RefCell<Host> = RefCell::default();
}

/// A call whose status goes back, and whose answer is left for the Worker.
fn answered(call: impl FnOnce(&mut Host) -> i32) -> i32 {
    HOST.with_borrow_mut(|host| {
        let status = call(host);
        webmcp_raw::answer(std::mem::take(&mut host.output));
        status
    })
}

/// Begins a model file of `total` bytes (below zero: unknown), whose SHA-256 is wanted unless `digest` is 0.
#[unsafe(no_mangle)]
pub extern "C" fn load_begin(total: f64, digest: i32) -> i32 {
    answered(|host| host.load_begin(total, digest != 0))
}

/// The file's next bytes.
///
/// # Safety
/// The bytes are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn load_chunk(pointer: *const u8, length: usize) -> i32 {
    // SAFETY: as the function's contract.
    answered(|host| host.load_chunk(unsafe { webmcp_raw::bytes(pointer, length) }))
}

/// The file's end.
#[unsafe(no_mangle)]
pub extern "C" fn load_end(context: usize) -> i32 {
    answered(|host| host.load_end(context))
}

/// Reads an adapter file, of which so much is taken.
///
/// # Safety
/// The bytes are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn adapter(pointer: *const u8, length: usize, scale: f32) -> i32 {
    // SAFETY: as the function's contract.
    answered(|host| host.adapter(unsafe { webmcp_raw::bytes(pointer, length) }, scale))
}

/// Puts the adapters that were read to use.
#[unsafe(no_mangle)]
pub extern "C" fn adapt() -> i32 {
    answered(Host::adapt)
}

/// The tokens of a text.
///
/// # Safety
/// The bytes are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn count_tokens(pointer: *const u8, length: usize) -> i32 {
    // SAFETY: as the function's contract.
    answered(|host| host.count_tokens(unsafe { webmcp_raw::bytes(pointer, length) }))
}

/// Begins a request, given as JSON.
///
/// # Safety
/// The bytes are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn begin(pointer: *const u8, length: usize) -> i32 {
    // SAFETY: as the function's contract.
    answered(|host| host.begin(unsafe { webmcp_raw::bytes(pointer, length) }))
}

/// One step of the request.
#[unsafe(no_mangle)]
pub extern "C" fn step() -> i32 {
    answered(Host::step)
}

/// Ends the request.
#[unsafe(no_mangle)]
pub extern "C" fn cancel() {
    HOST.with_borrow_mut(Host::cancel);
}

/// Begins a snapshot of what the engine remembers, of at most so many bytes.
#[unsafe(no_mangle)]
pub extern "C" fn snapshot_begin(most_bytes: usize) -> i32 {
    answered(|host| host.snapshot_begin(most_bytes))
}

/// The snapshot's next part, as the answer; the status is 0 once there is none.
#[unsafe(no_mangle)]
pub extern "C" fn snapshot_part() -> i32 {
    answered(Host::snapshot_part)
}

/// Begins to take a snapshot back.
#[unsafe(no_mangle)]
pub extern "C" fn restore_begin() -> i32 {
    answered(Host::restore_begin)
}

/// Takes the snapshot's next bytes.
///
/// # Safety
/// The bytes are readable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn restore_part(pointer: *const u8, length: usize) -> i32 {
    // SAFETY: as the function's contract.
    answered(|host| host.restore_part(unsafe { webmcp_raw::bytes(pointer, length) }))
}

/// Ends the snapshot; the status is the number of its prefixes.
#[unsafe(no_mangle)]
pub extern "C" fn restore_end() -> i32 {
    answered(Host::restore_end)
}

/// Tokens that the engine has learned so far: another number means that a snapshot would hold more.
#[unsafe(no_mangle)]
pub extern "C" fn learned() -> u32 {
    HOST.with_borrow(Host::learned)
}

/// The largest difference between the SIMD kernels and their scalar twins on random input, relative to the result's size.
#[cfg(target_feature = "simd128")]
#[unsafe(no_mangle)]
pub extern "C" fn compare_kernels(seed: u32) -> f32 {
    use crate::gguf::TensorType;
    use crate::kernels::{scalar, simd};
    use crate::quant::{Activations, Bits, Panels};
    use crate::sampler::Random;
    let mut random = Random::new(seed.into());
    let mut bits = Random::new(seed.into());
    let mut row = |length: usize| -> Vec<f32> { (0..length).map(|_| random.unit() * 2.0 - 1.0).collect() };
    let Ok(mut panels) = Panels::new(16, 96, Bits::Seven) else { return f32::INFINITY };
    (0..16).for_each(|index| panels.set_row(index, &row(96)));
    let mut input = Activations::default();
    input.fill(&row(192), 96);
    let mut worst = 0f32;
    let mut compare = |one: &[f32], other: &[f32]| {
        let size = other.iter().fold(1e-6, |size: f32, value| size.max(value.abs()));
        one.iter().zip(other).for_each(|(one, other)| worst = worst.max((one - other).abs() / size));
    };
    let Ok(mut nibbles) = Panels::new(16, 96, Bits::Four) else { return f32::INFINITY };
    let mut stored = |row| {
        let mut bytes = [0u8; 3 * 20];
        bytes.iter_mut().for_each(|byte| *byte = bits.next_u64() as u8);
        for block in bytes.chunks_exact_mut(20) {
            // Scales and minima of either sign, of a size that halves have.
            (block[1], block[3]) = (block[1] & 0x80 | 0x24, block[3] & 0x80 | 0x30);
        }
        nibbles.store_rows(row, TensorType::Q4_1, &bytes, bytes.len());
    };
    (0..16).for_each(&mut stored);
    for panels in [&panels, &nibbles] {
        let wide = simd::tile::<{ simd::WIDE_PANELS }, 2, false>(panels, 0, &input, 0);
        let twin = scalar::tile::<{ simd::WIDE_PANELS }, 2, false>(panels, 0, &input, 0);
        compare(wide.as_flattened().as_flattened(), twin.as_flattened().as_flattened());
        let narrow = simd::tile::<{ simd::NARROW_PANELS }, 1, false>(panels, 0, &input, 1);
        let twin = scalar::tile::<{ simd::NARROW_PANELS }, 1, false>(panels, 0, &input, 1);
        compare(narrow.as_flattened().as_flattened(), twin.as_flattened().as_flattened());
    }
    let Ok(mut thin) = Panels::thin(16, 11) else { return f32::INFINITY };
    let few = |mut values: Vec<f32>| {
        values[11..].fill(0.0);
        values
    };
    (0..16).for_each(|index| thin.set_row(index, &few(row(32))));
    input.fill(&few(row(32)), 32);
    let all = simd::tile::<{ simd::NARROW_PANELS }, 1, true>(&thin, 0, &input, 0);
    let twin = scalar::tile::<{ simd::NARROW_PANELS }, 1, true>(&thin, 0, &input, 0);
    compare(all.as_flattened().as_flattened(), twin.as_flattened().as_flattened());
    let mut packed = |length: usize| {
        let mut words = vec![0; length / 2];
        crate::kernels::pack(&row(length), &mut words);
        words
    };
    let (key, values) = (packed(64), packed(64 * 3));
    let (queries, weights, mut one) = (row(64 * 4), row(4 * 3), row(256));
    let mut other = one.clone();
    compare(&simd::dots::<4>(&queries, &key), &scalar::dots::<4>(&queries, &key));
    simd::weigh::<4>(&weights, 3, &values, &mut one, 64);
    scalar::weigh::<4>(&weights, 3, &values, &mut other, 64);
    compare(&one, &other);
    let (mut fast, mut slow) = ([0i8; 32], [0i8; 32]);
    let values = row(32);
    let equal = simd::quantize_block(&values, &mut fast) == scalar::quantize_block(&values, &mut slow)
        && fast == slow;
    if equal { worst } else { f32::INFINITY }
}

/// A helper's life, on a thread of its own: never returns.
#[cfg(target_feature = "atomics")]
#[unsafe(no_mangle)]
pub extern "C" fn help() {
    crate::kernels::parallel::HELPERS.help();
}

/// Says that this thread's helper has trapped.
#[cfg(target_feature = "atomics")]
#[unsafe(no_mangle)]
pub extern "C" fn help_failed() {
    crate::kernels::parallel::HELPERS.fail();
}

/// Helpers that have arrived.
#[unsafe(no_mangle)]
pub extern "C" fn helpers() -> usize {
    crate::kernels::parallel::HELPERS.helpers()
}
