//! What may stand in a widget's data: addresses by scheme, embedded pictures by type and size.

use serde_json::{Value, json};
use std::rc::Rc;
use webmcp_auto_ui::server::MediaPolicy;

fn paths(policy: &MediaPolicy, data: Value) -> Vec<String> {
    policy.check(&data).into_iter().map(|violation| violation.path).collect()
}

#[test]
fn addresses_are_checked_by_scheme_wherever_they_stand() {
    let policy = MediaPolicy::default();
    for bad in [
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "java\nscript:alert(1)",
        "\u{1}javascript:alert(1)",
        "vbscript:x",
        "file:///etc/passwd",
        "blob:http://x/1",
        "ftp://x/y.png",
        "data:text/html,<script>",
        "data:image/svg+xml;base64,AAAA",
        "data:,hi",
    ] {
        assert_eq!(paths(&policy, json!({"url": bad})), ["/url"], "{bad}");
        let nested = json!({"items": [{"images": ["/ok.png", bad]}]});
        assert_eq!(paths(&policy, nested), ["/items/0/images/1"], "{bad}");
    }
}

#[test]
fn what_a_page_shows_every_day_passes() {
    let policy = MediaPolicy::default();
    for good in [
        "https://example.org/a.png",
        "http://example.org",
        "//example.org/a.png",
        "/a.png",
        "a.png",
        "#top",
        "?q=a:b",
        "mailto:a@example.org",
        "star",
        "",
        "data:image/png;base64,AAAA",
        "data:image/webp;base64,AAAA",
    ] {
        assert_eq!(paths(&policy, json!({"imageUrl": good, "href": good})), Vec::<String>::new(), "{good}");
    }
    assert_eq!(paths(&policy, json!({"text": "javascript: the good parts"})), Vec::<String>::new());
    assert_eq!(paths(&policy, json!({"title": "Note: 12:30"})), Vec::<String>::new());
}

#[test]
fn embedded_pictures_have_a_size_in_every_field() {
    let policy = MediaPolicy { max_data_chars: Some(100), ..MediaPolicy::default() };
    let big = format!("data:image/png;base64,{}", "A".repeat(200));
    assert_eq!(paths(&policy, json!({"src": big, "text": big})), ["/src", "/text"]);
    let message = policy.check(&json!({"src": big}))[0].message.clone();
    assert!(message.contains("100") && !message.contains("AAAA"), "{message}");
}

#[test]
fn the_page_allows_hosts() {
    let policy = MediaPolicy {
        allow_url: Some(Rc::new(|url, path| {
            url.starts_with("https://cdn.example/") && path.starts_with('/')
        })),
        ..MediaPolicy::default()
    };
    let data = json!({"avatar": "https://cdn.example/a.png", "links": ["https://evil.example/", "/own"]});
    assert_eq!(paths(&policy, data), ["/links/0"]);
}
