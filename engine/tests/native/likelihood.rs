//! How likely an answer was, as it is told beside it. The arithmetic has its test in `session/choose.rs`.

use crate::session::{Client, PROMPT};
use serde_json::json;

#[test]
fn an_answer_is_told_with_its_likelihood_among_what_the_schema_allows() {
    let mut client = Client::new();
    let mut said = |more: serde_json::Value| {
        let mut request = json!({"op": "generate", "prompt": PROMPT, "maxTokens": 20});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        client.run(request).0["logProb"].as_f64().unwrap()
    };
    // `t` and `f`, each as a letter and as a byte: the likeliest of four has a quarter at least, and not all.
    let likely = said(json!({"schema": {"type": "boolean"}}));
    assert!(likely < -1e-3 && likely >= 0.25f64.ln(), "{likely}");
    assert!(said(json!({"schema": {"const": "chart"}})).abs() < f64::EPSILON, "there was no choice");
    assert!(said(json!({})).abs() < f64::EPSILON, "without a schema nobody asks");
}
