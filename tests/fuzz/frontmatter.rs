//! Recipes: no text breaks a reader, and JSON between the lines is read as JSON.

use super::bytes::Bytes;
use webmcp_auto_ui::recipe::{WidgetRecipe, split};

pub const SEEDS: &[&str] = &[
    "\0---\nwidget: stat\ndescription: a: b\nschema:\n  type: object\n  required: [a, \"b\"]\nexamples:\n- wish: x\n  params: {a: 1}\n---\nbody",
    "\0---\nwidget: n\nschema: {q: \"{x}\"}\ngroup: >-\n  folded\nexamples:\n  - wish: |\n      block\n      text\n    params: {items: {$rows: name}}\n---\n",
    "\0---\na: 'it''s' # c\n- - x\n---",
    "\0---\n? odd\n\ta: [1, [2, {b: \"\\u00e9\\ud83d\\ude42\"}]]\n---\n",
];

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    if bytes.chance() {
        let value = bytes.json(4);
        let body = bytes.text(8);
        let text = format!("---\nv: {value}\n---\n{body}");
        let parts = split(&text).unwrap_or_else(|problem| panic!("{problem} in {text:?}"));
        assert_eq!(parts.fields.get("v"), Some(&value), "{text:?}");
        return;
    }
    let text = bytes.rest();
    if let Ok(parts) = split(&text)
        && !text.trim_start_matches(['\u{feff}', '\r', '\n']).starts_with("---")
    {
        assert!(parts.fields.is_empty());
        assert_eq!(parts.body, text);
    }
    if let Ok(recipe) = WidgetRecipe::parse(&text) {
        assert!(!recipe.name.trim().is_empty());
        assert_eq!(recipe.source, text);
    }
}
