//! What may stand in a widget's data: addresses by scheme, where the schema declares them; pictures by type and size.

use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::server::MediaPolicy;

/// A schema that declares every field of `data`, and nothing else about it.
fn declaring(data: &Value) -> Value {
    match data {
        Value::Object(fields) => {
            let properties: serde_json::Map<String, Value> =
                fields.iter().map(|(key, value)| (key.clone(), declaring(value))).collect();
            json!({"type": "object", "properties": properties})
        }
        Value::Array(items) => {
            json!({"type": "array", "prefixItems": items.iter().map(declaring).collect::<Vec<_>>()})
        }
        _ => json!({}),
    }
}

fn paths(policy: &MediaPolicy, data: Value) -> Vec<String> {
    within(policy, &declaring(&data), data)
}

fn within(policy: &MediaPolicy, schema: &Value, data: Value) -> Vec<String> {
    policy.check(schema, &data).into_iter().map(|violation| violation.path).collect()
}

/// A policy that allows one host, and the addresses that it was asked about.
fn one_host() -> (MediaPolicy, Rc<RefCell<Vec<String>>>) {
    let asked: Rc<RefCell<Vec<String>>> = Rc::default();
    let heard = asked.clone();
    let allow_url = Some(Rc::new(move |url: &str, path: &str| {
        heard.borrow_mut().push(url.to_owned());
        url.starts_with("https://cdn.example/") && path.starts_with('/')
    }) as _);
    (MediaPolicy { allow_url, ..MediaPolicy::default() }, asked)
}

const NONE: [&str; 0] = [];

#[test]
fn addresses_are_checked_by_scheme_wherever_they_stand() {
    let policy = MediaPolicy::default();
    let blanks = format!("{}javascript:alert(1)", " \u{1}\t\n".repeat(500));
    let data = format!("{}data:text/html,<script>", "\u{0}".repeat(300));
    let inside = format!("java{}script:alert(1)", "\n".repeat(1000));
    for bad in [
        "javascript:alert(1)",
        " JaVaScRiPt:alert(1)",
        "java\nscript:alert(1)",
        "\u{1}javascript:alert(1)",
        &blanks,
        &data,
        &inside,
        "javascript:void",
        "vbscript:x",
        "vbscript:msgbox",
        "file:///etc/passwd",
        "blob:http://x/1",
        "ftp://x/y.png",
        "ms-msdt:/id",
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
        "tel:+49 30 123",
        "star",
        "",
        "data:image/png;base64,AAAA",
        "data:image/webp;base64,AAAA",
    ] {
        assert_eq!(paths(&policy, json!({"imageUrl": good, "href": good})), NONE, "{good}");
    }
    assert_eq!(paths(&policy, json!({"text": "javascript: the good parts"})), NONE);
    assert_eq!(paths(&policy, json!({"title": "Note: 12:30"})), NONE);
}

#[test]
fn in_what_a_schema_leaves_open_an_address_stands_under_a_name_that_means_one() {
    let rows =
        json!({"type": "object", "properties": {"rows": {"type": "array", "items": {"type": "object"}}}});
    for open in
        [rows.clone(), json!({"type": "object"}), json!({}), json!({"properties": {"rows": {}}}), json!(true)]
    {
        let policy = MediaPolicy::default();
        for (row, expected) in [
            (
                json!({"media": "Painting: oil", "Missouri": "Kansas City: 508k", "title": "javascript: the good parts"}),
                None,
            ),
            (
                json!({"photo": "Credit: Jane Doe", "image": "data: Eurostat", "link": "n/a", "url": 5, "icon": "mdi:home x"}),
                None,
            ),
            (
                json!({"url": "https://a.test/x", "image": "pictures/1.png", "mailUrl": "mailto:a@b.test"}),
                None,
            ),
            (json!({"src": "javascript:x"}), Some("/src")),
            (json!({"url": " java\nscript:alert(1)"}), Some("/url")),
            (json!({"deep": {"list": [{"href": "vbscript:x"}]}}), Some("/deep/list/0/href")),
            (json!({"links": ["/ok", "ms-msdt:/id"]}), Some("/links/1")),
            (json!({"image": "data:text/html,<script>"}), Some("/image")),
            (json!({"imageUrl": "file:///etc/passwd"}), Some("/imageUrl")),
        ] {
            let expected: Vec<String> = expected.iter().map(|path| format!("/rows/0{path}")).collect();
            assert_eq!(within(&policy, &open, json!({"rows": [row.clone()]})), expected, "{open} {row}");
        }
        let (one, asked) = one_host();
        let data = json!({"rows": [{"url": "https://cdn.example/a"}, {"href": "//evil.example/b"}, {"text": "https://other.example"}]});
        assert_eq!(within(&one, &open, data), ["/rows/1/href"], "{open}");
        assert_eq!(asked.borrow().len(), 2, "a text under another name is no address");
    }
    // The data itself may call a column a link.
    let table = json!({"type": "object", "properties": {"columns": {"type": "array", "items": {"type": "object"}},
        "rows": {"type": "array", "items": {"type": "object"}}}});
    let linked = |cell: &str| {
        json!({"columns": [{"key": "home", "type": "link"}, {"key": "said", "type": "text"}],
        "rows": [{"home": cell, "said": "javascript:x"}]})
    };
    let (one, _) = one_host();
    assert_eq!(within(&one, &table, linked("https://cdn.example/a")), NONE);
    for cell in ["https://evil.example/a", "javascript:x", "//evil.example"] {
        assert_eq!(within(&one, &table, linked(cell)), ["/rows/0/home"], "{cell}");
    }
    let typed = json!({"type": "object", "properties": {"rows": {"type": "array", "items": {
        "type": "object", "additionalProperties": {"type": "string", "format": "uri"},
    }}}});
    let policy = MediaPolicy::default();
    assert_eq!(within(&policy, &typed, json!({"rows": [{"home": "javascript:x"}]})), ["/rows/0/home"]);
}

#[test]
fn an_address_is_found_however_the_schema_says_so() {
    let policy = MediaPolicy::default();
    let bad = "javascript:x";
    for (schema, data, place) in [
        (json!({"properties": {"home": {"format": "uri-reference"}}}), json!({"home": bad}), "/home"),
        (json!({"properties": {"picture_1": {}}}), json!({"picture_1": bad}), "/picture_1"),
        (json!({"properties": {"source": {}, "file": {}}}), json!({"file": bad}), "/file"),
        (json!({"properties": {"srcset": {}}}), json!({"srcset": format!("/a.png 1x, {bad} 2x")}), "/srcset"),
        (json!({"properties": {"srcset": {}}}), json!({"srcset": format!("/a.png,, {bad}")}), "/srcset"),
        (json!({"properties": {"images": {}}}), json!({"images": [bad]}), "/images/0"),
        (json!({"properties": {"image": {}}}), json!({"image": {"src": bad, "alt": "a: b"}}), "/image/src"),
        (
            json!({"$ref": "#/$defs/card", "$defs": {"card": {"properties": {"avatar": {}}}}}),
            json!({"avatar": bad}),
            "/avatar",
        ),
        (json!({"anyOf": [{"properties": {"link": {}}}, true]}), json!({"link": bad}), "/link"),
        (
            json!({"properties": {"children": {"items": {"$ref": "#"}}, "icon": {}}}),
            json!({"children": [{"children": [{"icon": bad}]}]}),
            "/children/0/children/0/icon",
        ),
        (json!({"properties": {"srcset": {}}}), json!({"srcset": format!("/a.png (,),{bad} 2x")}), "/srcset"),
        (json!({"patternProperties": {"^x": {"format": "uri"}}}), json!({"x1": bad}), "/x1"),
        (
            json!({"dependentSchemas": {"a": {"properties": {"home_url": {}}}}}),
            json!({"home_url": bad}),
            "/home_url",
        ),
        (json!({"unevaluatedProperties": {"format": "uri"}}), json!({"any": bad}), "/any"),
        (json!({"contains": {"format": "uri"}}), json!([bad]), "/0"),
        (
            json!({"$ref": "#/$defs/a%20card", "$defs": {"a card": {"properties": {"avatar": {}}}}}),
            json!({"avatar": bad}),
            "/avatar",
        ),
        (
            json!({"$ref": "#card", "$defs": {"a": {"$anchor": "card", "properties": {"avatar": {}}}}}),
            json!({"avatar": bad}),
            "/avatar",
        ),
        (
            json!({"$ref": "card", "$defs": {"a": {"$id": "card", "properties": {"avatar": {}}}}}),
            json!({"avatar": bad}),
            "/avatar",
        ),
        (json!({"properties": {"imageURL": {}}}), json!({"imageURL": bad}), "/imageURL"),
        (json!({"properties": {"imageurls": {}}}), json!({"imageurls": [bad]}), "/imageurls/0"),
        (json!({"properties": {"source": {}}}), json!({"source": "data:text/html,x"}), "/source"),
        (json!({"properties": {"link": {}}}), json!({"link": "ms-settings:display"}), "/link"),
        (json!({"properties": {"icon": {}}}), json!({"icon": "javascript:void"}), "/icon"),
    ] {
        assert_eq!(within(&policy, &schema, data.clone()), [place], "{schema} {data}");
    }
    let deep =
        (0..60).fold(json!({"properties": {"url": {}}}), |inner, _| json!({"properties": {"a": inner}}));
    let data = (0..60).fold(json!({"url": bad}), |inner, _| json!({"a": inner}));
    assert_eq!(within(&policy, &deep, data).len(), 1, "however deep it stands");
}

#[test]
fn a_name_that_only_ends_like_an_address_is_text_and_a_source_may_be_a_sentence() {
    let policy = MediaPolicy::default();
    for field in ["profile", "discover", "lifelink_text"] {
        assert_eq!(paths(&policy, json!({field: "javascript:x"})), NONE, "{field}");
    }
    for text in ["Service:Auth", "Reuters: 12 May", "C:\\log.txt", "#fff", "mdi:file"] {
        assert_eq!(paths(&policy, json!({"source": text, "file": text, "background": text})), NONE, "{text}");
    }
    assert_eq!(paths(&policy, json!({"icon": "mdi:home", "rowIcon": "fa-solid:arrow-up-2"})), NONE);
    assert_eq!(paths(&policy, json!({"image": "mdi:home"})), ["/image"], "an image is no icon");
}

#[test]
fn embedded_pictures_have_a_size() {
    let policy = MediaPolicy { max_data_chars: Some(100), ..MediaPolicy::default() };
    let big = format!("data:image/png;base64,{}", "A".repeat(200));
    assert_eq!(paths(&policy, json!({"src": big, "poster": big, "text": big})), ["/src", "/poster"]);
    let message = policy.check(&json!({"properties": {"src": {}}}), &json!({"src": big}))[0].message.clone();
    assert!(message.contains("100") && !message.contains("AAAA"), "{message}");
}

#[test]
fn the_page_is_asked_about_every_address_that_leaves_it() {
    let (policy, asked) = one_host();
    let data = json!({"avatar": "https://cdn.example/a.png", "links": ["https://evil.example/", "/own"]});
    assert_eq!(paths(&policy, data), ["/links/0"]);
    for other in [
        "//evil.example/x",
        "/\\evil.example/x",
        "\\\\evil.example/x",
        "\\/evil.example/x",
        "  //evil.example/x",
        "/\t/evil.example/x",
        "https:evil.example/x",
        "https:/evil.example/x",
        "https:\\\\evil.example/x",
        "HTTPS://evil.example/x",
        "https:////evil.example/x",
    ] {
        asked.borrow_mut().clear();
        for field in ["url", "source", "picture_1", "file", "backgroundImage"] {
            assert_eq!(paths(&policy, json!({ field: other })), [format!("/{field}")], "{field} {other}");
        }
        // A blank ends an address there.
        if !other.contains('\t') {
            assert_eq!(
                paths(&policy, json!({"srcset": format!("{} 2x", other.trim())})),
                ["/srcset"],
                "{other}"
            );
        }
        assert!(
            asked.borrow().iter().all(|url| url == "https://evil.example/x"),
            "{other}: {:?}",
            asked.borrow()
        );
    }
}
