//! The search index: what it finds, in which order, and why.

use proptest::prelude::*;
use webmcp_auto_ui::search::{Hit, Index};

fn index(documents: &[(&str, &str)]) -> Index {
    let mut index = Index::new(&[("name", 3.0), ("description", 1.5)]);
    for (name, description) in documents {
        index.add(&[name, description]);
    }
    index
}

fn found(hits: &[Hit]) -> Vec<usize> {
    hits.iter().map(|hit| hit.index).collect()
}

#[test]
fn a_word_in_the_name_counts_more_than_one_in_the_description() {
    let index = index(&[
        ("list_groups", "Groups of the assembly and how each deputy voted"),
        ("get_deputy", "One person with mandates"),
        ("weather", "Rain and sun"),
    ]);
    let hits = index.query("deputies", 10);
    assert_eq!(found(&hits), [1, 0]);
    assert_eq!(hits[0].reasons, ["name: deputy"]);
    assert_eq!(hits[1].reasons, ["description: deputy"]);
}

#[test]
fn names_are_split_at_case_and_underscores_and_accents_do_not_matter() {
    let index = index(&[
        ("listVotesOfHTMLPage", ""),
        ("séances_été", ""),
        ("Œuvres", "Straße"),
        ("top10", "e\u{301}té"),
    ]);
    for (query, expected) in [
        ("votes", vec![0]),
        ("html", vec![0]),
        ("page", vec![0]),
        ("SEANCE", vec![1]),
        ("ETE", vec![1, 3]),
        ("oeuvre", vec![2]),
        ("strasse", vec![2]),
        ("top10", vec![3]),
    ] {
        assert_eq!(found(&index.query(query, 10)), expected, "{query}");
    }
}

#[test]
fn writing_without_spaces_is_found_by_its_pairs() {
    let index = index(&[("天気予報", "東京の天気"), ("株価", "東証の株価")]);
    assert_eq!(found(&index.query("天気は", 10)), [0]);
    assert_eq!(index.query("証", 10)[0].reasons, ["description contains \"証\""]);
}

#[test]
fn a_part_of_a_word_is_found_when_no_word_is() {
    let index = index(&[("get_deputy", "Mandates"), ("weather", "Vorhersage für Köln")]);
    assert_eq!(index.query("eput", 10)[0].reasons, ["name contains \"eput\""]);
    assert_eq!(found(&index.query("RSAGE FUR K", 10)), [1]);
    assert_eq!(index.query("t_dep", 10)[0].reasons, ["name contains \"t_dep\""]);
    assert!(index.query("nowhere", 10).is_empty() && index.query("  ", 10).is_empty());
}

#[test]
fn equal_documents_come_in_the_order_of_their_numbers_and_the_limit_keeps_the_best() {
    let index = index(&[("a", "vote"), ("b", "vote"), ("vote", ""), ("c", "vote")]);
    assert_eq!(found(&index.query("vote", 10)), [2, 0, 1, 3]);
    assert_eq!(found(&index.query("vote", 2)), [2, 0]);
    assert!(index.query("vote", 0).is_empty());
}

#[test]
fn common_words_decide_only_where_there_are_no_others() {
    let index = index(&[("who", "what is the list of"), ("votes", "of the groups")]);
    assert_eq!(found(&index.query("what is the list of votes", 10)), [1, 0]);
    assert_eq!(found(&index.query("what is", 10)), [0]);
}

#[test]
fn rare_words_count_more_than_common_ones() {
    let index = index(&[("list", "all"), ("list", "rare"), ("list", "all"), ("list", "all")]);
    assert_eq!(found(&index.query("list rare", 1)), [1]);
}

#[test]
fn what_was_removed_is_not_found_and_leaves_the_scores_of_the_rest_as_if_it_had_never_been() {
    let mut grown =
        index(&[("get_deputy", "One person"), ("list_votes", "Votes of a deputy"), ("other", "Person")]);
    assert!(grown.remove(0) && !grown.remove(0) && !grown.remove(99));
    let fresh = index(&[("list_votes", "Votes of a deputy"), ("other", "Person")]);
    let (grown, fresh) = (grown.query("deputy person", 10), fresh.query("deputy person", 10));
    assert_eq!(grown.iter().map(|hit| hit.index - 1).collect::<Vec<_>>(), found(&fresh));
    assert!(grown.iter().zip(&fresh).all(|(a, b)| (a.score - b.score).abs() < 1e-12));
}

#[test]
fn numbers_go_on_after_the_first_documents_are_gone() {
    let mut index = index(&[("old", ""), ("older", ""), ("kept", "vote")]);
    assert!(index.remove(1) && index.remove(0));
    assert_eq!(index.add(&["new", "vote"]), 3);
    assert_eq!(found(&index.query("vote", 9)), [2, 3]);
    assert_eq!(index.query("ept", 9)[0].reasons, ["name contains \"ept\""]);
    assert!(!index.remove(0) && index.remove(2) && index.len() == 1);
    assert_eq!(found(&index.query("vote", 9)), [3]);
}

#[test]
fn ten_thousand_documents_are_searched_by_their_postings() {
    let mut index = Index::new(&[("name", 3.0), ("description", 1.0)]);
    for number in 0..10_000 {
        let topic = ["deputy", "vote", "weather", "stock", "song"][number % 5];
        index.add(&[
            &format!("get_{topic}_{number}"),
            "Reads one record by its number and returns it as JSON",
        ]);
    }
    assert_eq!(found(&index.query("song 9999", 1)), [9999]);
    assert_eq!(index.query("record", 20_000).len(), 10_000);
}

proptest! {
    #[test]
    fn every_document_is_found_by_each_of_its_words_and_says_so(
        texts in prop::collection::vec("[a-zA-Zé_ 0-9]{1,30}", 1..12)
    ) {
        let mut index = Index::new(&[("name", 1.0)]);
        for text in &texts {
            index.add(&[text]);
        }
        for (number, text) in texts.iter().enumerate() {
            for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
                let hits = index.query(word, 100);
                let hit = hits.iter().find(|hit| hit.index == number);
                prop_assert!(hit.is_some_and(|hit| hit.score > 0.0 && !hit.reasons.is_empty()), "{word} in {text}");
            }
        }
    }

    #[test]
    fn any_text_can_be_indexed_searched_and_removed(texts in prop::collection::vec("\\PC{0,40}", 0..8), query in "\\PC{0,20}") {
        let mut index = Index::new(&[("a", 1.0), ("b", f64::NAN), ("c", -1.0)]);
        for text in &texts {
            index.add(&[text, text, text]);
        }
        let hits = index.query(&query, 100);
        prop_assert!(hits.windows(2).all(|pair| pair[0].score >= pair[1].score));
        for number in 0..texts.len() {
            index.remove(number);
        }
        prop_assert!(index.is_empty() && index.query(&query, 100).is_empty());
    }
}
