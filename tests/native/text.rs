//! Bytes are found eight at a time where a look at each would find them; letters are the same in any case.

use proptest::prelude::*;
use webmcp_auto_ui::text::{find, lower};

proptest! {
    #[test]
    fn the_first_that_is_meant_is_found(bytes in prop::collection::vec(any::<u8>(), 0..40), than in 0_u8..=128, one in any::<u8>()) {
        let found = find(&bytes, |eight| eight.below(than).or(eight.equal(one)));
        prop_assert_eq!(found, bytes.iter().position(|byte| *byte < than || *byte == one));
    }

    #[test]
    fn one_byte_is_found_wherever_it_stands(at in 0..20_usize, behind in 0..20_usize, one in any::<u8>(), other in any::<u8>()) {
        prop_assume!(one != other);
        let mut bytes = vec![other; at + 1 + behind];
        bytes[at] = one;
        prop_assert_eq!(find(&bytes, |eight| eight.equal(one)), Some(at));
    }
}

#[test]
fn letters_are_the_same_in_any_case() {
    let same = |one: &str, other: &str| lower(one).eq(lower(other));
    for (one, other) in
        [("ΟΔΟΣ", "οδος"), ("Straße", "STRAßE"), ("İstanbul", "i\u{307}stanbul"), ("ÀÉ", "àé"), ("", "")]
    {
        assert!(same(one, other) && same(other, one), "{one} {other}");
    }
    assert!(!same("Straße", "STRASSE") && !same("é", "e") && !same("a", "ab"));
}
