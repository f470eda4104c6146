//! The public JSON-Schema-Test-Suite, draft 2020-12, read from the folder that `JSON_SCHEMA_TEST_SUITE` names.

use crate::schema::oracle;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use webmcp_auto_ui::schema::{Options, Schema, install_full_validator};

/// Groups that this validator does not claim, with the reason.
const SKIPPED: &[(&str, &str)] = &[
    // `$schema` names a dialect of its own, whose `$vocabulary` would switch keywords off.
    ("vocabulary.json", "schema that uses custom metaschema with with no validation vocabulary"),
    // These need what only the full validator has; the second test runs them with it.
    ("pattern.json", "pattern with Unicode property escape requires unicode mode"),
    ("patternProperties.json", "patternProperties with Unicode property escape"),
    ("defs.json", "validate definition against metaschema"),
    ("ref.json", "remote ref, containing refs itself"),
];

/// Judging `xn--` labels takes the tables of IDNA.
const UNJUDGED: (&str, &str) = ("hostname.json", "validation of A-label (punycode) host names");

/// Formats of `optional/format` that are asserted on demand.
const FORMATS: &[&str] = &[
    "date",
    "date-time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "json-pointer",
    "relative-json-pointer",
    "regex",
    "time",
    "unknown",
    "uri",
    "uri-reference",
    "uuid",
];

#[allow(clippy::print_stderr)] // A run without the suite has to say so.
fn folder() -> Option<PathBuf> {
    let Ok(folder) = std::env::var("JSON_SCHEMA_TEST_SUITE") else {
        eprintln!("JSON_SCHEMA_TEST_SUITE is not set: only the differential tests judge the validator.");
        return None;
    };
    let folder = PathBuf::from(folder);
    assert!(folder.is_dir(), "JSON_SCHEMA_TEST_SUITE names {}, which is no folder", folder.display());
    Some(folder)
}

fn json_files(folder: &Path) -> Vec<PathBuf> {
    let mut open = vec![folder.to_owned()];
    let mut found = Vec::new();
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|ending| ending == "json") {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

fn read(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// What the suite serves on its own machine, as documents that are known beforehand.
fn remotes(folder: &Path) -> Vec<(String, Value)> {
    let root = folder.join("remotes");
    json_files(&root.join("draft2020-12"))
        .into_iter()
        .map(|path| {
            let below = path.strip_prefix(&root).unwrap().to_string_lossy().replace('\\', "/");
            (format!("http://localhost:1234/{below}"), read(&path))
        })
        .collect()
}

/// Runs the groups of one file; what went wrong, and how many tests ran.
fn run(path: &Path, options: &Options, skipped: &mut BTreeSet<(String, String)>) -> (Vec<String>, usize) {
    let file = path.file_name().unwrap().to_string_lossy().into_owned();
    let (mut wrong, mut count) = (Vec::new(), 0);
    for group in read(path).as_array().unwrap() {
        let name = group["description"].as_str().unwrap();
        if SKIPPED.contains(&(file.as_str(), name)) || UNJUDGED == (file.as_str(), name) {
            skipped.insert((file.clone(), name.to_owned()));
            continue;
        }
        let schema = match Schema::compile_with(&group["schema"], options) {
            Ok(schema) => schema,
            Err(error) => {
                wrong.push(format!("{file}: {name}: {}", error.message));
                continue;
            }
        };
        for test in group["tests"].as_array().unwrap() {
            count += 1;
            let violations = schema.check(&test["data"]);
            let expected = test["valid"].as_bool().unwrap();
            let told = violations.is_empty() == expected && schema.fits(&test["data"]) == expected;
            if !told {
                wrong.push(format!("{file}: {name}: {}: {violations:?}", test["description"]));
            }
        }
    }
    (wrong, count)
}

#[test]
fn every_required_test_of_the_suite_passes() {
    let Some(folder) = folder() else { return };
    let options = Options { documents: remotes(&folder), ..Options::default() };
    let (mut wrong, mut count, mut skipped) = (Vec::new(), 0, BTreeSet::new());
    for entry in std::fs::read_dir(folder.join("tests/draft2020-12")).unwrap() {
        let path = entry.unwrap().path();
        if path.is_file() {
            let (bad, ran) = run(&path, &options, &mut skipped);
            wrong.extend(bad);
            count += ran;
        }
    }
    assert!(wrong.is_empty(), "{} of {count} fail:\n{}", wrong.len(), wrong.join("\n"));
    assert!(count > 1_200, "only {count} tests were found");
    assert_eq!(skipped.len(), SKIPPED.len(), "a skipped group is gone from the suite: {skipped:?}");
}

#[test]
fn what_the_compact_validator_leaves_out_the_full_one_answers() {
    let Some(folder) = folder() else { return };
    let metaschema = json!({"$ref": "https://json-schema.org/draft/2020-12/schema"});
    let mut groups = vec![json!({"schema": metaschema, "tests": [
        {"data": {"minLength": 1}, "valid": true}, {"data": {"minLength": -1}, "valid": false}]})];
    for (file, name) in SKIPPED.iter().skip(1) {
        let all = read(&folder.join("tests/draft2020-12").join(file));
        groups.extend(all.as_array().unwrap().iter().filter(|group| group["description"] == *name).cloned());
    }
    assert_eq!(groups.len(), SKIPPED.len());
    for group in &groups {
        let error = Schema::compile(&group["schema"]).err().unwrap();
        assert!(error.message.contains("loadFullValidator"), "{}", error.message);
    }
    install_full_validator(Some(oracle::compile()));
    for group in &groups {
        let schema = Schema::compile(&group["schema"]).unwrap();
        for test in group["tests"].as_array().unwrap() {
            assert_eq!(schema.fits(&test["data"]), test["valid"], "{test}");
            assert_eq!(schema.check(&test["data"]).is_empty(), test["valid"], "{test}");
        }
    }
    install_full_validator(None);
}

#[test]
fn formats_are_asserted_as_the_suite_wants_them() {
    let Some(folder) = folder() else { return };
    let options = Options { assert_formats: true, ..Options::default() };
    let mut wrong = Vec::new();
    for format in FORMATS {
        let path = folder.join(format!("tests/draft2020-12/optional/format/{format}.json"));
        wrong.extend(run(&path, &options, &mut BTreeSet::new()).0);
    }
    assert!(wrong.is_empty(), "{} fail:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn optional_tests_of_what_is_claimed_pass() {
    let Some(folder) = folder() else { return };
    let options = Options { documents: remotes(&folder), ..Options::default() };
    let mut wrong = Vec::new();
    for file in [
        "anchor",
        "bignum",
        "dependencies-compatibility",
        "dynamicRef",
        "float-overflow",
        "id",
        "no-schema",
        "non-bmp-regex",
        "refOfUnknownKeyword",
        "unknownKeyword",
    ] {
        let path = folder.join(format!("tests/draft2020-12/optional/{file}.json"));
        wrong.extend(run(&path, &options, &mut BTreeSet::new()).0);
    }
    assert!(wrong.is_empty(), "{} fail:\n{}", wrong.len(), wrong.join("\n"));
}
