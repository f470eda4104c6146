//! In which language a wish is written, as far as it shows, and what is said in it. What is said is fixed: a model of
//! this size would make it up.

/// A language that answers are written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Tongue {
    English,
    German,
    French,
    Spanish,
    Italian,
}

struct Words {
    tongue: Tongue,
    /// Words that tell it from the others, by how many there are: few are of one language alone.
    common: &'static [&'static str],
    greetings: &'static [&'static str],
    thanks: &'static [&'static str],
    about: &'static [&'static str],
}

const LANGUAGES: [Words; 5] = [
    Words {
        tongue: Tongue::English,
        common: &[
            "the", "of", "and", "what", "show", "with", "by", "how", "is", "are", "my", "please", "you",
            "which", "per", "for", "from", "each", "all", "to", "than", "that", "this", "it", "has", "many",
            "where", "who", "when", "make", "add", "remove", "only", "not",
        ],
        greetings: &[
            "hello",
            "hi",
            "hey",
            "howdy",
            "good morning",
            "good afternoon",
            "good evening",
            "good day",
            "greetings",
            "how are you",
            "how do you do",
            "nice to meet you",
        ],
        thanks: &["thanks", "thank you", "thx", "cheers", "much appreciated", "great job", "well done"],
        about: &[
            "what can you",
            "what could you",
            "what do you do",
            "what are you",
            "who are you",
            "what is this",
            "how does this work",
            "how do you work",
            "help",
            "what can i",
            "what should i ask",
            "what data do you",
            "what data is",
            "what data are",
            "which data",
            "what tables",
            "which tables",
            "what do you know",
            "what is there",
            "what is connected",
            "what have you got",
            "show me what you can",
            "what else can you",
            "your name",
            "are you a",
            "are you an",
        ],
    },
    Words {
        tongue: Tongue::German,
        common: &[
            "der", "die", "das", "und", "ein", "eine", "mit", "nach", "zeig", "zeige", "wie", "was", "ist",
            "bitte", "kannst", "mir", "ich", "welche", "den", "dem", "von", "vom", "für", "als", "auf", "im",
            "am", "zu", "zum", "nur", "nicht", "je", "pro", "wer", "wo", "wann", "hat", "sind", "es", "mach",
            "alle", "viele", "aus", "bei", "seit", "über", "entferne",
        ],
        greetings: &[
            "hallo",
            "guten morgen",
            "guten tag",
            "guten abend",
            "moin",
            "servus",
            "grüß gott",
            "grüezi",
            "wie geht",
        ],
        thanks: &["danke", "vielen dank", "dankeschön", "merci vielmals"],
        about: &[
            "was kannst du",
            "was können sie",
            "wer bist du",
            "was bist du",
            "hilfe",
            "mir helfen",
            "wie funktioniert",
            "welche daten",
            "was für daten",
            "welche tabellen",
            "was weißt du",
            "was gibt es",
            "was ist das hier",
            "was kann ich",
        ],
    },
    Words {
        tongue: Tongue::French,
        common: &[
            "le", "la", "les", "des", "et", "une", "avec", "par", "montre", "quel", "quelle", "est", "moi",
            "du", "de", "mon", "ma", "mes", "pour", "dans", "sur", "que", "qui", "au", "aux", "ce", "cette",
            "ça", "plus", "depuis", "chaque", "quels", "quelles", "sont", "nombre", "en", "je",
        ],
        greetings: &[
            "bonjour",
            "bonsoir",
            "salut",
            "coucou",
            "comment ça va",
            "comment vas-tu",
            "comment allez-vous",
        ],
        thanks: &["merci"],
        about: &[
            "que peux-tu",
            "que pouvez-vous",
            "qu'est-ce que tu peux",
            "qu'est-ce que tu sais",
            "qui es-tu",
            "qui êtes-vous",
            "aide",
            "quelles données",
            "quelles tables",
            "comment ça marche",
            "que sais-tu",
        ],
    },
    Words {
        tongue: Tongue::Spanish,
        common: &[
            "el",
            "los",
            "las",
            "una",
            "con",
            "por",
            "muestra",
            "muéstrame",
            "qué",
            "cuál",
            "es",
            "para",
            "de",
            "en",
            "que",
            "la",
            "un",
            "del",
            "mi",
            "mis",
            "esta",
            "este",
            "cuándo",
            "cuántos",
            "cuántas",
            "cuánto",
            "dónde",
            "quién",
            "quita",
            "pon",
            "sin",
            "más",
            "lo",
            "al",
            "todos",
            "todas",
            "desde",
            "año",
        ],
        greetings: &["hola", "buenos días", "buenas tardes", "buenas noches", "cómo estás", "qué tal"],
        thanks: &["gracias"],
        about: &[
            "qué puedes",
            "quién eres",
            "qué eres",
            "ayuda",
            "qué datos",
            "qué tablas",
            "cómo funciona",
            "qué sabes",
            "qué hay",
        ],
    },
    Words {
        tongue: Tongue::Italian,
        common: &[
            "il", "gli", "che", "una", "con", "per", "mostra", "mostrami", "quale", "sono", "è", "di",
            "della", "e", "la", "un", "dei", "delle", "del", "nel", "nella", "quanti", "quante", "quanto",
            "dove", "chi", "mia", "mio", "più", "lo", "mese", "anno",
        ],
        greetings: &["ciao", "buongiorno", "buonasera", "salve", "come stai", "come va"],
        thanks: &["grazie"],
        about: &[
            "cosa puoi",
            "che cosa puoi",
            "chi sei",
            "cosa sei",
            "aiuto",
            "quali dati",
            "quali tabelle",
            "come funziona",
            "cosa sai",
        ],
    },
];

/// The language of `wish`; English where nothing tells.
pub(super) fn tongue_of(wish: &str) -> Tongue {
    let said = spoken(wish);
    let known = |words: &Words| {
        let phrases = words.greetings.iter().chain(words.thanks).chain(words.about);
        let phrases = phrases.filter(|phrase| holds(&said, phrase)).count();
        let common = said.split(' ').filter(|word| words.common.contains(word)).count();
        2 * phrases + common
    };
    let mut best = (0, Tongue::English);
    for words in &LANGUAGES {
        let count = known(words);
        if count > best.0 {
            best = (count, words.tongue);
        }
    }
    best.1
}

/// Lower-case words with single blanks, without punctuation but apostrophes and hyphens.
fn spoken(wish: &str) -> String {
    let plain: String = wish
        .to_lowercase()
        .chars()
        .map(|c| match c {
            '’' => '\'',
            c if c.is_alphanumeric() || matches!(c, '\'' | '-') => c,
            _ => ' ',
        })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn holds(said: &str, phrase: &str) -> bool {
    format!(" {said} ").contains(&format!(" {phrase} "))
}
