//! Patterns: ECMA-262's meaning, in linear time, and what is refused.

use serde_json::json;
use webmcp_auto_ui::schema::Schema;

fn found(pattern: &str, text: &str) -> bool {
    Schema::compile(&json!({"pattern": pattern})).unwrap().fits(&json!(text))
}

fn refused(pattern: &str) -> String {
    Schema::compile(&json!({"pattern": pattern})).err().unwrap_or_else(|| panic!("{pattern}")).message
}

#[test]
fn patterns_mean_what_ecma_262_says() {
    for (pattern, text, expected) in [
        ("^a*$", "aaa", true),
        ("^a*$", "abc", false),
        ("a+", "xxaayy", true),
        ("", "", true),
        ("^$", "a", false),
        ("^(foo|bar)?$", "", true),
        ("^(?:foo|bar)$", "bar", true),
        ("^(?<year>\\d{4})-\\d{2}$", "2024-05", true),
        ("^\\d+$", "٣", false),
        ("^\\w$", "é", false),
        ("^\\s$", "\u{feff}", true),
        ("^[^]$", "\n", true),
        ("^.$", "\u{2028}", false),
        ("^.$", "🙂", true),
        ("^\\u{1f642}\\ud83d\\ude42$", "🙂🙂", true),
        ("^[a-c\\d-]+$", "a-1", true),
        ("^[\\w-.]+$", "a-.", true),
        ("^a{2,3}$", "aaaa", false),
        ("^a{2,}$", "aaaa", true),
        ("^a{2}$", "aa", true),
        ("^a{,2}$", "a{,2}", true),
        ("^x{$", "x{", true),
        ("\\bcat\\b", "a cat!", true),
        ("\\bcat\\b", "concat", false),
        ("^\\cC\\x41$", "\u{3}A", true),
        ("^(a*)*$", "aaaaab", false),
        ("a$|^b", "ba", true),
        ("^[a-z0-9]([a-z0-9-]*[a-z0-9])?$", "a-b", true),
        ("^\\/\\-\\.$", "/-.", true),
    ] {
        assert_eq!(found(pattern, text), expected, "{pattern} on {text:?}");
    }
}

#[test]
fn what_is_no_pattern_is_invalid_and_what_needs_more_is_uncovered() {
    for pattern in ["(", ")", "[a", "a**", "*", "\\", "\\Z", "[z-a]", "a{3,2}", "\\u12", "^*", "(?<>a)"] {
        assert!(!refused(pattern).contains("loadFullValidator"), "{pattern}");
    }
    for pattern in ["(?=a)", "(?!a)", "(?<=a)b", "(a)\\1", "\\p{L}", "(?i:a)", "(a{1000}){1000}"] {
        assert!(refused(pattern).contains("loadFullValidator"), "{pattern}");
    }
    assert!(refused(&"(".repeat(100_000)).len() < 500);
}

#[test]
fn time_grows_with_the_text_and_not_beyond() {
    assert!(!found("^(a+)+$", &format!("{}!", "a".repeat(50_000))));
    assert!(!found("(x+x+)+y", &"x".repeat(50_000)));
    let heavy = Schema::compile(&json!({"pattern": "(a?){3000}b"})).unwrap();
    let violations = heavy.check(&json!("a".repeat(1_000_000)));
    assert!(violations[0].message.contains("too long"), "{}", violations[0].message);
    assert!(found("((){1000000000}){1000000000}", ""));
}

#[test]
fn names_of_properties_are_matched_too() {
    let schema = json!({"patternProperties": {"^x-": {"type": "number"}}, "additionalProperties": false});
    let schema = Schema::compile(&schema).unwrap();
    assert!(schema.fits(&json!({"x-a": 1})));
    let violations = schema.check(&json!({"x-a": "1", "y": 1}));
    let keywords: Vec<&str> = violations.iter().map(|violation| violation.keyword.as_str()).collect();
    assert_eq!(keywords, ["type", "additionalProperties"]);
    assert_eq!(violations[1].path, "/y");
    assert_eq!(violations[1].actual, None::<String>);
}
