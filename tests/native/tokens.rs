//! The estimate of tokens, beside counts of Gemma 3's own tokenizer.

use proptest::prelude::*;
use webmcp_auto_ui::model::estimate_tokens;

/// Texts and how many tokens the vocabulary of `gemma-3-270m` makes of them.
const COUNTED: [(&str, usize); 5] = [
    (
        "The assembly met on Tuesday to vote on the amendment. Of the 577 members, 412 were present; the text was \
         adopted by a narrow majority after four hours of debate. Several groups announced that they would ask for \
         a second reading, because the committee had not heard the unions.",
        61,
    ),
    (
        r#"[{"id":4711,"name":"Mandl","first":"Anna","votes":[true,false,true],"rate":0.8734,"since":"2022-06-19"},{"id":4712,"name":"Okoye","first":"Ben","votes":[false,false,true],"rate":0.6612,"since":"2017-06-18"}]"#,
        95,
    ),
    (
        "export function median(values: number[]): number {\n\tconst sorted = values.toSorted((a, b) => a - b);\n\tconst \
         middle = sorted.length >> 1;\n\treturn sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + \
         sorted[middle]) / 2;\n}\n",
        80,
    ),
    (
        "L’assemblée s’est réunie mardi pour voter l’amendement. Après quatre heures de débat, le texte a été adopté à \
         une courte majorité ; plusieurs groupes ont annoncé qu’ils demanderaient une deuxième lecture.",
        47,
    ),
    (
        "国会于星期二开会，对修正案进行表决。经过四个小时的辩论，该法案以微弱多数获得通过。几个党团宣布，他们将要求进行二读，因为委员会没有听取工会的意见。",
        53,
    ),
];

#[test]
fn the_estimate_is_within_a_quarter_of_a_real_tokenizer() {
    for (text, counted) in COUNTED {
        let estimate = estimate_tokens(text);
        let ratio = estimate as f64 / counted as f64;
        assert!((0.75..1.25).contains(&ratio), "{estimate} for {counted}: {text}");
    }
}

proptest! {
    #[test]
    fn more_text_is_never_fewer_tokens(a in "\\PC{0,60}", b in "\\PC{0,60}") {
        let both = estimate_tokens(&format!("{a}{b}"));
        prop_assert!(both >= estimate_tokens(&a));
        prop_assert!(both <= estimate_tokens(&a) + estimate_tokens(&b) + 1);
    }
}
