//! Which words a text has, for searching: folded, split at case and script, cut to a sane length.

/// Longer words are cut; what is longer is no word (base64, hashes), in characters.
const MAX_TERM_CHARS: usize = 48;

/// The searchable words of `text`, in order, with repetitions.
///
/// Lower case, without accents; `listVotes` and `list_votes` are both `list`, `vote`; a plural `s` and `ies` are
/// taken off; writing without spaces (Chinese, Japanese, Korean) becomes pairs of characters.
pub fn terms(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut word = String::new();
    let mut run: Vec<char> = Vec::new();
    let mut before = Case::None;
    let mut letters = text.chars().peekable();
    while let Some(c) = letters.next() {
        if is_mark(c) {
            continue;
        }
        if is_unspaced(c) {
            finish_word(&mut word, &mut found);
            run.push(c);
            before = Case::None;
            continue;
        }
        finish_run(&mut run, &mut found);
        if !c.is_alphanumeric() {
            finish_word(&mut word, &mut found);
            before = Case::None;
            continue;
        }
        let case = if c.is_uppercase() { Case::Upper } else { Case::Lower };
        let starts_name = case == Case::Upper
            && (before == Case::Lower
                || before == Case::Upper && letters.peek().is_some_and(|next| next.is_lowercase()));
        if starts_name {
            finish_word(&mut word, &mut found);
        }
        push_folded(&mut word, c);
        before = case;
    }
    finish_word(&mut word, &mut found);
    finish_run(&mut run, &mut found);
    found
}

/// `text` in lower case and without accents, for looking for a part of a word.
pub fn fold(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    text.chars().filter(|c| !is_mark(*c)).for_each(|c| push_folded(&mut folded, c));
    folded
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Case {
    None,
    Lower,
    Upper,
}

fn finish_word(word: &mut String, found: &mut Vec<String>) {
    if word.is_empty() {
        return;
    }
    let mut term = std::mem::take(word);
    if let Some((end, _)) = term.char_indices().nth(MAX_TERM_CHARS) {
        term.truncate(end);
    }
    let length = term.chars().count();
    if length > 4 && term.ends_with("ies") {
        term.truncate(term.len() - 3);
        term.push('y');
    } else if length > 3 && term.ends_with('s') && !term.ends_with("ss") {
        term.pop();
    }
    found.push(term);
}

fn finish_run(run: &mut Vec<char>, found: &mut Vec<String>) {
    match run.as_slice() {
        [] => {}
        [one] => found.push(one.to_string()),
        many => found.extend(many.windows(2).map(|pair| pair.iter().collect::<String>())),
    }
    run.clear();
}

/// Accents that follow their letter (NFD).
fn is_mark(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Scripts that put no spaces between words, and Hangul, whose endings vary.
fn is_unspaced(c: char) -> bool {
    matches!(c, '\u{3041}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{2fa1f}')
}

fn push_folded(out: &mut String, c: char) {
    for c in c.to_lowercase().filter(|c| !is_mark(*c)) {
        match c {
            'à'..='å' | 'ā' | 'ă' | 'ą' | 'ǎ' | 'ạ'..='ặ' => out.push('a'),
            'æ' => out.push_str("ae"),
            'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => out.push('c'),
            'ď' | 'đ' | 'ð' => out.push('d'),
            'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' | 'ẹ'..='ệ' => out.push('e'),
            'ĝ' | 'ğ' | 'ġ' | 'ģ' => out.push('g'),
            'ĥ' | 'ħ' => out.push('h'),
            'ì'..='ï' | 'ĩ' | 'ī' | 'ĭ' | 'į' | 'ı' | 'ỉ' | 'ị' => out.push('i'),
            'ĵ' => out.push('j'),
            'ķ' => out.push('k'),
            'ĺ' | 'ļ' | 'ľ' | 'ŀ' | 'ł' => out.push('l'),
            'ñ' | 'ń' | 'ņ' | 'ň' => out.push('n'),
            'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' | 'ơ' | 'ọ'..='ợ' => out.push('o'),
            'œ' => out.push_str("oe"),
            'ŕ' | 'ŗ' | 'ř' => out.push('r'),
            'ς' => out.push('σ'),
            'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => out.push('s'),
            'ß' => out.push_str("ss"),
            'ţ' | 'ť' | 'ŧ' | 'ț' => out.push('t'),
            'þ' => out.push_str("th"),
            'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' | 'ư' | 'ụ'..='ự' => out.push('u'),
            'ŵ' => out.push('w'),
            'ý' | 'ÿ' | 'ŷ' | 'ỳ' | 'ỵ' | 'ỷ' | 'ỹ' => out.push('y'),
            'ź' | 'ż' | 'ž' => out.push('z'),
            other => out.push(other),
        }
    }
}
