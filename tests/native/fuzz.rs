//! The fuzz targets of `tests/fuzz`, each with a few hundred inputs; `npm run test:full` runs them for a minute each.

use crate::fuzz_targets::TARGETS;
use proptest::prelude::*;

#[test]
fn the_seeds_of_every_target_hold() {
    for target in TARGETS {
        (target.run)(&[]);
        target.seeds.iter().for_each(|seed| (target.run)(seed.as_bytes()));
    }
}

proptest! {
    #[test]
    fn no_bytes_break_a_law(which in 0..TARGETS.len(), bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let target = &TARGETS[which];
        let broken = std::panic::catch_unwind(|| (target.run)(&bytes)).is_err();
        prop_assert!(!broken, "the target {} is broken by this input", target.name);
    }
}
