//! Reads a pattern as ECMAScript writes it, and says what a linear-time engine cannot do.

use super::Refusal;
use super::class::Class;

/// Groups within groups; more is refused rather than recursed into.
const MAX_GROUPS: usize = 64;

/// Classes grow by insertion.
const MAX_BYTES: usize = 10_000;

/// A pattern as a tree.
#[derive(Clone, Debug)]
pub(super) enum Ast {
    Empty,
    Class(Class),
    Cat(Vec<Ast>),
    Alt(Vec<Ast>),
    /// `max` is `None` where there is no limit.
    Repeat {
        body: Box<Ast>,
        min: u32,
        max: Option<u32>,
    },
    Start,
    End,
    Word(bool),
}

pub(super) fn parse(pattern: &str) -> Result<Ast, Refusal> {
    if pattern.len() > MAX_BYTES {
        return uncovered("more than 10,000 bytes");
    }
    let mut parser = Parser { chars: pattern.chars().collect(), at: 0, depth: 0 };
    let ast = parser.alternatives()?;
    match parser.peek() {
        None => Ok(ast),
        Some(_) => invalid("a ')' without its '('"),
    }
}

#[cold]
fn invalid<T>(why: &str) -> Result<T, Refusal> {
    Err(Refusal::Invalid(why.to_owned()))
}

#[cold]
fn uncovered<T>(what: &str) -> Result<T, Refusal> {
    Err(Refusal::Uncovered(what.to_owned()))
}

struct Parser {
    chars: Vec<char>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<char> {
        self.ahead(0)
    }

    fn ahead(&self, by: usize) -> Option<char> {
        self.chars.get(self.at + by).copied()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn alternatives(&mut self) -> Result<Ast, Refusal> {
        let mut branches = vec![self.sequence()?];
        while self.eat('|') {
            branches.push(self.sequence()?);
        }
        Ok(if branches.len() == 1 { branches.pop().unwrap_or(Ast::Empty) } else { Ast::Alt(branches) })
    }

    fn sequence(&mut self) -> Result<Ast, Refusal> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek() {
            if c == '|' || c == ')' {
                break;
            }
            let atom = self.atom()?;
            parts.push(self.quantified(atom)?);
        }
        Ok(match parts.len() {
            0 => Ast::Empty,
            1 => parts.pop().unwrap_or(Ast::Empty),
            _ => Ast::Cat(parts),
        })
    }

    fn quantified(&mut self, atom: Ast) -> Result<Ast, Refusal> {
        let limits = match self.peek() {
            Some('*') => Some((0, None)),
            Some('+') => Some((1, None)),
            Some('?') => Some((0, Some(1))),
            _ => self.braces(),
        };
        let Some((min, max)) = limits else { return Ok(atom) };
        self.at += 1;
        self.eat('?'); // Lazy or not is the same to a yes-or-no question.
        if matches!(atom, Ast::Start | Ast::End | Ast::Word(_)) {
            return invalid("a quantifier after an assertion");
        }
        if max.is_some_and(|max| max < min) {
            return invalid("a quantifier whose limits are in the wrong order");
        }
        if matches!(self.peek(), Some('*' | '+' | '?')) {
            return invalid("a quantifier after a quantifier");
        }
        Ok(Ast::Repeat { body: Box::new(atom), min, max })
    }

    /// `{2}`, `{2,}` or `{2,5}`: stops before the closing brace. `None`: no braces, or literal ones.
    fn braces(&mut self) -> Option<(u32, Option<u32>)> {
        let start = self.at;
        if !self.eat('{') {
            return None;
        }
        let min = self.number();
        let max = if self.eat(',') { self.number() } else { min };
        let open = self.chars.get(self.at.wrapping_sub(1)) == Some(&',');
        match (min, max, self.peek()) {
            (Some(min), max, Some('}')) if max.is_some() || open => Some((min, max)),
            _ => {
                self.at = start;
                None
            }
        }
    }

    fn number(&mut self) -> Option<u32> {
        let mut value: Option<u32> = None;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = Some(value.unwrap_or(0).saturating_mul(10).saturating_add(digit));
            self.at += 1;
        }
        value
    }

    fn atom(&mut self) -> Result<Ast, Refusal> {
        let Some(c) = self.next() else { return Ok(Ast::Empty) };
        Ok(match c {
            '^' => Ast::Start,
            '$' => Ast::End,
            '.' => Ast::Class(Class::dot()),
            '(' => return self.group(),
            '[' => Ast::Class(self.class()?),
            '\\' => return self.escape(),
            '*' | '+' | '?' => return invalid("a quantifier with nothing before it"),
            other => Ast::Class(Class::one(other)),
        })
    }

    fn group(&mut self) -> Result<Ast, Refusal> {
        if self.eat('?') {
            match (self.peek(), self.ahead(1)) {
                (Some(':'), _) => self.at += 1,
                (Some('='), _) => return uncovered("lookahead (?=…)"),
                (Some('!'), _) => return uncovered("lookahead (?!…)"),
                (Some('<'), Some('=' | '!')) => return uncovered("lookbehind"),
                (Some('<'), _) => {
                    let mut name = String::new();
                    self.at += 1;
                    while let Some(c) = self.next() {
                        if c == '>' {
                            break;
                        }
                        name.push(c);
                    }
                    let letter = |c: char| !c.is_ascii() || c.is_ascii_alphanumeric() || c == '_' || c == '$';
                    if name.is_empty() || !name.chars().all(letter) {
                        return invalid("a group with a name that is none");
                    }
                }
                _ => return uncovered("inline flags (?i:…)"),
            }
        }
        self.depth += 1;
        if self.depth > MAX_GROUPS {
            return uncovered("more than 64 nested groups");
        }
        let body = self.alternatives()?;
        self.depth -= 1;
        if self.eat(')') { Ok(body) } else { invalid("a '(' without its ')'") }
    }

    fn escape(&mut self) -> Result<Ast, Refusal> {
        match self.peek() {
            Some('b') => {
                self.at += 1;
                Ok(Ast::Word(true))
            }
            Some('B') => {
                self.at += 1;
                Ok(Ast::Word(false))
            }
            Some('1'..='9') => uncovered("back-reference"),
            Some('k') => uncovered("back-reference \\k"),
            _ => self.escaped().map(Ast::Class),
        }
    }

    /// What stands after a backslash, inside or outside a class.
    fn escaped(&mut self) -> Result<Class, Refusal> {
        let Some(c) = self.next() else { return invalid("a backslash at the end") };
        Ok(match c {
            'd' => Class::digit(),
            'D' => Class::digit().negated(),
            'w' => Class::word(),
            'W' => Class::word().negated(),
            's' => Class::space(),
            'S' => Class::space().negated(),
            'p' | 'P' => return uncovered("Unicode property \\p{…}"),
            't' => Class::one('\t'),
            'n' => Class::one('\n'),
            'r' => Class::one('\r'),
            'v' => Class::one('\u{b}'),
            'f' => Class::one('\u{c}'),
            '0' if !self.peek().is_some_and(|c| c.is_ascii_digit()) => Class::one('\0'),
            'c' => match self.next() {
                Some(letter) if letter.is_ascii_alphabetic() => Class::one(char::from(letter as u8 % 32)),
                _ => return invalid("\\c without a letter"),
            },
            'x' => Class::one(self.hex(2)?),
            'u' => Class::one(self.unicode()?),
            other if other.is_ascii_alphanumeric() => {
                return Err(Refusal::Invalid(format!("the unknown escape \\{other}")));
            }
            other => Class::one(other),
        })
    }

    fn hex(&mut self, digits: usize) -> Result<char, Refusal> {
        let value = self.hex_digits(digits)?;
        char::from_u32(value).map_or_else(|| uncovered("a lone surrogate"), Ok)
    }

    fn hex_digits(&mut self, digits: usize) -> Result<u32, Refusal> {
        let mut value = 0;
        for _ in 0..digits {
            match self.next().and_then(|c| c.to_digit(16)) {
                Some(digit) => value = value * 16 + digit,
                None => return invalid("an escape that lacks hexadecimal digits"),
            }
        }
        Ok(value)
    }

    fn unicode(&mut self) -> Result<char, Refusal> {
        if self.eat('{') {
            let mut value: u32 = 0;
            while let Some(digit) = self.peek().and_then(|c| c.to_digit(16)) {
                value = value.saturating_mul(16).saturating_add(digit);
                self.at += 1;
            }
            return match char::from_u32(value) {
                Some(c) if self.eat('}') => Ok(c),
                _ => invalid("\\u{…} that is no code point"),
            };
        }
        let high = self.hex_digits(4)?;
        if (0xd800..0xdc00).contains(&high) && self.peek() == Some('\\') && self.ahead(1) == Some('u') {
            self.at += 2;
            let low = self.hex_digits(4)?;
            let both = 0x1_0000 + ((high - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff);
            return char::from_u32(both).map_or_else(|| uncovered("a lone surrogate"), Ok);
        }
        char::from_u32(high).map_or_else(|| uncovered("a lone surrogate"), Ok)
    }

    fn class(&mut self) -> Result<Class, Refusal> {
        let negated = self.eat('^');
        let mut class = Class::default();
        loop {
            let Some(c) = self.next() else { return invalid("a '[' without its ']'") };
            if c == ']' {
                break;
            }
            let from = self.member(c)?;
            let is_range = self.peek() == Some('-') && self.ahead(1).is_some_and(|c| c != ']');
            let Some(first) = from.single().filter(|_| is_range) else {
                class.add(&from);
                continue;
            };
            self.at += 1;
            let Some(c) = self.next() else { return invalid("a '[' without its ']'") };
            let to = self.member(c)?;
            match to.single() {
                Some(last) if first <= last => class.add_range(first, last),
                Some(_) => return invalid("a range whose ends are in the wrong order"),
                None => {
                    class.add(&from);
                    class.add(&Class::one('-'));
                    class.add(&to);
                }
            }
        }
        Ok(if negated { class.negated() } else { class })
    }

    fn member(&mut self, c: char) -> Result<Class, Refusal> {
        match (c, self.peek()) {
            ('\\', Some('b')) => {
                self.at += 1;
                Ok(Class::one('\u{8}'))
            }
            ('\\', _) => self.escaped(),
            _ => Ok(Class::one(c)),
        }
    }
}
