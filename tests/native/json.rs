//! The reader of JSON against `serde_json` and the standard library's floats, which it replaces in a page.

use proptest::prelude::*;
use serde::Serialize;
use serde_json::{Value, json};
use webmcp_auto_ui::json::{self, Fields, FromJson, Names, Odd, Record, Sparse};

static NONE: Names = Names::of(&[]);
static A: Names = Names::of(&["a"]);
/// At a glance the first three look alike.
static ALIKE: Names = Names::of(&["order", "other", "owner", "", "z"]);
static NAMES: Names = Names::of(&["id", "choices", "delta", "content", "role"]);

/// The float that the reader makes of a number.
fn float(text: &str) -> Option<f64> {
    json::number(text).and_then(|number| number.as_f64())
}

#[test]
fn a_fence_is_taken_off_with_its_language() {
    for (text, inner) in [
        ("```json\n{\"a\": 1}\n```", "{\"a\": 1}"),
        (" ```\n[1]``` ", "[1]"),
        ("```json{}```", "{}"),
        ("```[1,\n2]```", "[1,\n2]"),
        ("``````", ""),
        ("```", "```"),
        (" {\"a\": \"```\"} ", "{\"a\": \"```\"}"),
        ("```json\n{}", "```json\n{}"),
    ] {
        assert_eq!(json::unfenced(text), inner, "{text}");
    }
}

#[test]
fn floats_that_are_hard_to_round_are_the_nearest() {
    let halves = [
        // Halfway between two floats, and a bit to either side.
        "9007199254740993",
        "9007199254740993.0",
        "9007199254740993.0000000000000000000000000000001",
        "9007199254740992.9999999999999999999999999999999",
        "9007199254740995e0",
        "1e23",
        "8.5e22",
        "1.00000000000000011102230246251565404236316680908203125",
        "1.00000000000000011102230246251565404236316680908203124",
        "1.00000000000000011102230246251565404236316680908203126",
        // The ends of what a float holds.
        "4.9e-324",
        "5e-324",
        "2.4703282292062327208e-324",
        "2.4703282292062328e-324",
        "2.4703282292062327e-324",
        "2.2250738585072011e-308",
        "2.2250738585072014e-308",
        "2.225073858507201136057409796709131975934819546351645648023426109724822222021076945516529523908135087914149158913039621106870086438694594645527657207407820621743379988141063267329253552286881372149012981122451451889849057222307285255133155755015914397476397983411801999323962548289017107081850690630666655994938275772572015763062690663332647565300009245888316433037779791869612049497390377829704905051080609940730262937128958950003583799967207254304360284078895771796150945516748243471030702609144621572289880258182545180325707018860872113128079512233426288368622321503775666622503982534335974568884423900265498198385487948292206894721689831099698365846814022854243330660339850886445804001034933970427567186443383770486037861622771738545623065874679014086723327636718749",
        "1.7976931348623157e308",
        "1.7976931348623158e308",
        "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880e0",
        "0.1",
        "0.3",
        "123456789.123456789",
        "37.77492950000001",
        "0.30000000000000004",
        "1e-400",
        "0.0e9999999999999999999",
        "0.000000000000000000000000000000000000000000000000000000000000000000000000000000000001234567890123456789",
    ];
    for text in halves {
        assert_eq!(float(text), text.parse().ok(), "{text}");
        assert_eq!(float(&format!("-{text}")), format!("-{text}").parse().ok(), "-{text}");
    }
    assert!(float("-0").is_some_and(|zero| zero == 0.0 && zero.is_sign_negative()));
    for text in ["1e309", "1.7976931348623159e308", "-1e99999999999999999999", &"9".repeat(400)] {
        assert_eq!(float(text), None, "{text} is infinite");
    }
}

#[test]
fn whole_numbers_keep_every_digit_that_64_bits_hold() {
    for text in ["0", "18446744073709551615", "-9223372036854775808", "9007199254740993", "-1"] {
        assert_eq!(json::parse(text).unwrap().to_string(), text);
    }
    assert_eq!(
        json::number("18446744073709551616").and_then(|n| n.as_f64()),
        Some(18_446_744_073_709_551_616.0)
    );
    assert_eq!(
        json::number("-9223372036854775809").and_then(|n| n.as_f64()),
        Some(-9_223_372_036_854_775_808.0)
    );
}

#[test]
fn what_is_no_json_is_refused_with_its_place() {
    for (text, says) in [
        ("", "the text ends where a value is wanted at line 1 column 1"),
        ("[1,\n 2", "the text ends within a list or an object at line 2 column 3"),
        ("[1 2]", "',' or ']' is wanted at line 1 column 4"),
        ("[1,]", "a value is wanted at line 1 column 4"),
        ("{\"a\" 1}", "':' is wanted at line 1 column 6"),
        ("{\"a\":1,}", "a name in quotes is wanted at line 1 column 8"),
        ("{a:1}", "a name in quotes is wanted at line 1 column 2"),
        ("{\"a\":1 ", "the text ends within a list or an object at line 1 column 8"),
        ("\"a", "the text ends within a text in quotes at line 1 column 3"),
        ("\"a\nb\"", "a control character that is not escaped at line 1 column 3"),
        ("\"\\x\"", "an escape that JSON does not know at line 1 column 4"),
        ("\"\\u12\"", "an escape with other than four hexadecimal digits at line 1 column 4"),
        ("01", "a number that begins with 0 at line 1 column 3"),
        ("-", "a number without digits at line 1 column 2"),
        ("1.", "a number without digits behind its point at line 1 column 3"),
        ("1e+", "a number without digits in its exponent at line 1 column 4"),
        ("nul", "a value is wanted at line 1 column 1"),
        ("1 2", "text behind the value at line 1 column 3"),
        ("+1", "a value is wanted at line 1 column 1"),
        ("\u{feff}1", "a value is wanted at line 1 column 1"),
    ] {
        assert_eq!(json::parse(text).unwrap_err().to_string(), says, "{text:?}");
        assert!(!json::is_json(text) && Sparse::parse(text, &NONE).is_none(), "{text:?}");
    }
}

#[test]
fn a_number_of_a_header_may_have_zeros_in_front() {
    for (text, is) in [
        ("05", Some(5.0)),
        ("0", Some(0.0)),
        ("000", Some(0.0)),
        (" 1.5 ", Some(1.5)),
        ("0.5", Some(0.5)),
        ("5s", None),
        ("", None),
    ] {
        assert_eq!(json::loose_number(text), is, "{text:?}");
    }
}

#[test]
fn nesting_ends_at_127_levels() {
    let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
    assert!(json::parse(&nested(127)).is_ok() && json::is_json(&nested(127)));
    assert!(
        json::parse(&nested(128)).unwrap_err().to_string().starts_with("more than 127 levels of nesting")
    );
    assert!(Sparse::parse(&nested(100_000), &NONE).is_none());
    assert!(json::is_json(&nested(100_000)), "what is passed takes no stack");
    let fields = format!("{}1{}", "{\"a\":".repeat(128), "}".repeat(128));
    assert!(json::parse(&fields).is_err() && Sparse::parse(&fields, &A).is_none());
}

#[test]
fn half_a_character_is_the_replacement_character() {
    for (text, is) in [
        (r#""a\ud83d""#, "a\u{fffd}"),
        (r#""\ude00b""#, "\u{fffd}b"),
        (r#""\ud83d\ude00""#, "😀"),
        (r#""\ud83d\ud83d\ude00""#, "\u{fffd}😀"),
        (r#""\ud83dA""#, "\u{fffd}A"),
        (r#""\ud83d\n""#, "\u{fffd}\n"),
    ] {
        assert_eq!(json::parse(text).unwrap(), json!(is), "{text}");
    }
    assert!(json::parse(r#""\ud83d\x""#).is_err() && json::parse(r#""\ud83d\u12""#).is_err());
}

#[test]
fn a_sparse_reading_has_the_fields_that_were_asked_for() {
    let text = r#"{"id": 7, "x": {"delta": "no"}, "choices": [{"delta": {"content": "a\nb", "role": null}}, true, -1, 1.5]}"#;
    let read = Sparse::parse(text, &NAMES).unwrap();
    assert_eq!(read.get("id").whole(), Ok(Some(7)));
    assert_eq!((read.get("id").text(), read.get("choices").text()), (Err(Odd), Err(Odd)));
    assert!(read.get("x").is_null(), "what was not asked for is not kept, nor what stands in it");
    let choices = read.get("choices").items().unwrap();
    let delta = choices[0].get("delta");
    assert_eq!((delta.get("content").text(), delta.get("role").text()), (Ok(Some("a\nb")), Ok(None)));
    assert_eq!(choices[1..], [Sparse::Other, Sparse::Other, Sparse::Other]);
    let alike =
        Sparse::parse(r#"{"owner": 1, "": 2, "z": 3, "other": 4, "oxide": 5, "order": 6}"#, &ALIKE).unwrap();
    let of = |name| alike.get(name).whole();
    assert_eq!(["order", "other", "owner", "", "z"].map(of), [6, 4, 1, 2, 3].map(|n| Ok(Some(n))));
    assert!(alike.get("oxide").is_null());
    let twice = Sparse::parse(r#"{"id": 1, "id": 2}"#, &NAMES).unwrap();
    assert_eq!(twice.get("id").whole(), Ok(Some(2)), "the last of a repeated name, as in a value");
}

#[test]
fn fields_say_what_is_wrong_with_them() {
    fn take<T: FromJson>(name: &str) -> Option<String> {
        let object =
            json!({"text": "a", "list": [1, "b"], "none": null, "map": {"k": -1}, "big": 5_000_000_000_u64});
        Fields::of(object).unwrap().take::<T>(name).err()
    }
    assert_eq!(Fields::of(json!([])).err().as_deref(), Some("an object is wanted, not an array"));
    assert_eq!(take::<String>("other").as_deref(), Some("missing field `other`"));
    assert_eq!(take::<Option<String>>("other"), None);
    assert_eq!(take::<u64>("text").as_deref(), Some("text: a whole number from 0 is wanted, not a text"));
    assert_eq!(take::<u32>("big").as_deref(), Some("big: the number is too large"));
    assert_eq!(take::<String>("none").as_deref(), Some("none: a text is wanted, not null"));
    assert_eq!(take::<Option<String>>("none"), None);
    assert_eq!(take::<Vec<String>>("list").as_deref(), Some("list: [0]: a text is wanted, not a number"));
    assert_eq!(take::<bool>("list").as_deref(), Some("list: true or false is wanted, not an array"));
    let words = [("up", 1), ("down", 2)];
    assert_eq!(json::word(&json!("down"), &words), Ok(2));
    assert_eq!(json::word(&json!("side"), &words), Err("one of up, down is wanted, not a text".to_owned()));
}

/// Any value, with texts of all characters.
fn values() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[ -~\u{1}\\\\\"é😀]{0,40}".prop_map(Value::from),
    ];
    leaf.prop_recursive(6, 64, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec((any::<String>(), inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Everything that can be derived.
#[derive(Serialize)]
struct All<'a> {
    unit: (),
    nothing: Option<u8>,
    small: f32,
    odd: [f64; 3],
    letter: char,
    pair: (i8, &'a str),
    numbered: std::collections::BTreeMap<u16, bool>,
    plain: Kind,
    new: Kind,
    tuple: Kind,
    fields: Kind,
    inside: Inside,
    #[serde(flatten)]
    more: std::collections::BTreeMap<String, i64>,
}

#[derive(Serialize)]
enum Kind {
    Plain,
    New(u32),
    Tuple(i16, u64),
    Fields { a: String, b: Vec<u8> },
}

#[derive(Serialize)]
struct Inside(String);

#[test]
fn whatever_is_derived_is_written_as_serde_json_writes_it() {
    let all = All {
        unit: (),
        nothing: None,
        small: 0.1,
        odd: [f64::NAN, f64::NEG_INFINITY, -0.0],
        letter: '"',
        pair: (-3, "a\u{7}\u{1f}\n\u{2028}é"),
        numbered: [(7, true), (9, false)].into(),
        plain: Kind::Plain,
        new: Kind::New(4),
        tuple: Kind::Tuple(-1, u64::MAX),
        fields: Kind::Fields { a: String::new(), b: vec![0, 255] },
        inside: Inside("x".into()),
        more: [("last".to_owned(), i64::MIN)].into(),
    };
    assert_eq!(json::text(&all), serde_json::to_string(&all).unwrap());
}

#[test]
fn a_record_is_written_from_what_others_own() {
    let (text, list) = ("a\"b".to_owned(), vec![1, 2]);
    let inside = Record(&[("list", &list), ("none", &None::<u8>)]);
    let record = Record(&[("te\"xt", &text), ("inside", &inside), ("empty", &Record(&[]))]);
    let wanted = json!({"te\"xt": "a\"b", "inside": {"list": [1, 2], "none": null}, "empty": {}});
    assert_eq!(json::text(&record), wanted.to_string());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 2_000 } else { 200_000 }))]

    #[test]
    fn any_value_is_written_as_serde_json_writes_it(value in values()) {
        prop_assert_eq!(json::text(&value), serde_json::to_string(&value).unwrap());
    }

    #[test]
    fn any_float_is_read_as_it_was_written(bits in any::<u64>(), digits in 0..25_usize) {
        let number = f64::from_bits(bits);
        prop_assume!(number.is_finite());
        for text in [number.to_string(), format!("{number:e}"), format!("{number:.digits$e}")] {
            prop_assert_eq!(float(&text), Some(text.parse::<f64>().unwrap()).filter(|n| n.is_finite()), "{}", text);
        }
    }

    #[test]
    fn what_lies_halfway_between_two_floats_is_rounded_to_the_even(odd in (1_u64 << 52)..(1 << 53), halvings in 1..5_u32, beside in -1..2_i64) {
        let number = ((2 * odd + 1) * 5_u64.pow(halvings)).saturating_add_signed(beside).to_string();
        let (whole, fraction) = number.split_at(number.len() - halvings as usize);
        let text = format!("{whole}.{fraction}");
        prop_assert_eq!(float(&text), text.parse().ok(), "{}", text);
    }

    #[test]
    fn any_decimal_of_so_many_digits_is_the_nearest_float(size in any::<u64>(), places in 0..30_usize, exponent in -6..7_i32) {
        let digits = format!("{size:0places$}");
        let (whole, fraction) = digits.split_at(digits.len() - places.min(digits.len() - 1));
        let whole = whole.trim_start_matches('0');
        let whole = if whole.is_empty() { "0" } else { whole };
        let fraction = if fraction.is_empty() { "0" } else { fraction };
        for text in [format!("{whole}.{fraction}"), format!("{whole}.{fraction}e{exponent}")] {
            prop_assert_eq!(float(&text), text.parse().ok(), "{}", text);
        }
    }

    #[test]
    fn any_decimal_is_the_nearest_float(text in r"-?(0|[1-9][0-9]{0,30})(\.[0-9]{1,30})?([eE][+-]?[0-9]{1,3})?") {
        let expected = text.parse::<f64>().unwrap();
        prop_assert_eq!(float(&text), Some(expected).filter(|number| number.is_finite()), "{}", text);
    }

    #[test]
    fn what_serde_json_writes_is_read_as_the_same(value in values()) {
        for text in [value.to_string(), serde_json::to_string_pretty(&value).unwrap()] {
            let read = json::parse(&text);
            prop_assert_eq!(read.as_ref(), Ok(&value));
            prop_assert!(json::is_json(&text) && Sparse::parse(&text, &A).is_some());
        }
    }

    #[test]
    fn of_any_text_serde_json_and_it_say_the_same(text in r#"[\[\]{}:," \\/untrfalse0-9.eE+\-\n\u{0}-\u{1f}é]{0,24}"#) {
        let (ours, theirs) = (json::parse(&text), serde_json::from_str::<Value>(&text));
        // Numbers differ in the last place, where serde_json is not exact.
        prop_assert_eq!(ours.is_ok(), theirs.is_ok(), "{:?}: {:?}, {:?}", text, ours, theirs);
        prop_assert_eq!(json::is_json(&text), ours.is_ok());
    }

    #[test]
    fn a_text_is_passed_where_it_can_be_read(text in r#""([ a"é\\]|\\["\\/bfnrtux]|\\u[0-9a-gD]{3,4}){0,6}"?"#) {
        prop_assert_eq!(json::is_json(&text), json::string(&text).is_some(), "{:?}", text);
    }

    #[test]
    fn pieces_of_json_are_refused_wherever_they_end(value in values(), at in any::<prop::sample::Index>()) {
        let text = json!([value]).to_string();
        let end = text.char_indices().map(|(at, _)| at).nth(at.index(text.chars().count())).unwrap_or(0);
        prop_assert!(json::parse(&text[..end]).is_err());
    }
}
