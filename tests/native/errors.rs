use std::collections::BTreeSet;
use webmcp_auto_ui::error::Code;

/// The codes of the union in the public types.
fn typed_codes() -> BTreeSet<String> {
    let types = std::fs::read_to_string("js/types/json.ts").unwrap();
    let union = types.split("export type WebMcpErrorCode =").nth(1).unwrap().split(';').next().unwrap();
    union.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

#[test]
fn the_codes_of_rust_and_typescript_are_the_same() {
    let mut rust: BTreeSet<String> = Code::ALL.iter().map(|code| code.as_str().to_owned()).collect();
    // The one error that exists before the core is loaded.
    rust.insert("not_initialised".into());
    assert_eq!(rust, typed_codes());
}

#[test]
fn a_status_has_its_code() {
    assert_eq!(
        [401, 403, 429, 500].map(Code::from_status),
        [Code::Unauthorized, Code::Unauthorized, Code::RateLimited, Code::Http]
    );
}
