//! How days are written that SQL's functions of time do not read, as `05.03.2024` or seconds since 1970, and how they are told from other texts
//! and numbers.

use super::names::parted;
use crate::languages::heard;
use serde_json::Value;

/// How the days of a column are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Days {
    /// `2024-03-05`, with or without a time behind it: as SQL reads it.
    #[default]
    Iso,
    /// As texts or numbers of so many letters, with year, month and day at these places, from 1; a time may stand behind them.
    At {
        /// Of the year's four digits.
        year: usize,
        /// Of the month's two digits.
        month: usize,
        /// Of the day's two digits.
        day: usize,
        /// Letters of all three with what parts them.
        length: usize,
    },
    /// Seconds since 1970.
    Seconds,
    /// Thousandths of seconds since 1970.
    Millis,
}

/// Moments of 2001 to 2100, in seconds since 1970.
const SECONDS: std::ops::Range<f64> = 978_307_200.0..4_133_980_800.0;
const DAY_SECONDS: i64 = 86_400;

impl Days {
    /// How all of these texts write days; nothing where one is none, or where day and month cannot be told apart.
    pub(super) fn of_texts(texts: &[String]) -> Option<Self> {
        let at = |year, month, day, length| Days::At { year, month, day, length };
        let forms = match shape(texts.first()?).as_str() {
            "0000-00-00" => return texts.iter().all(|text| shape(text) == "0000-00-00").then_some(Days::Iso),
            "0000/00/00" | "0000.00.00" => vec![at(1, 6, 9, 10)],
            "00.00.0000" => vec![at(7, 4, 1, 10)],
            "00/00/0000" | "00-00-0000" => vec![at(7, 4, 1, 10), at(7, 1, 4, 10)],
            text if text.starts_with("00000000") && !text.starts_with("000000000") => vec![at(1, 5, 7, 8)],
            _ => return None,
        };
        let mut fitting = forms.into_iter().filter(|form| texts.iter().all(|text| form.iso(text).is_some()));
        let found = fitting.next()?;
        let is_alike = |text: &String| shape(text) == shape(texts.first().unwrap_or(text));
        (fitting.next().is_none() && texts.iter().all(is_alike)).then_some(found)
    }

    /// How a column of this name writes days as numbers, which lie between these two.
    pub(super) fn of_numbers(name: &str, least: f64, greatest: f64) -> Option<Self> {
        let name = parted(name).to_lowercase();
        let named =
            name.split(|letter: char| !letter.is_alphanumeric()).any(|word| heard("column day", word));
        let within = |range: std::ops::Range<f64>| range.contains(&least) && range.contains(&greatest);
        let packed = Days::At { year: 1, month: 5, day: 7, length: 8 };
        let is_packed = [least, greatest].iter().all(|end| packed.iso(&end.to_string()).is_some());
        match () {
            () if !named => None,
            () if is_packed => Some(packed),
            () if within(SECONDS) => Some(Days::Seconds),
            () if within(SECONDS.start * 1e3..SECONDS.end * 1e3) => Some(Days::Millis),
            () => None,
        }
    }

    /// A day as SQL reads it; nothing where it is none.
    pub(super) fn told(self, value: &Value) -> Option<String> {
        let written = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        match self {
            Days::Iso => Some(written),
            Days::At { .. } => self.iso(&written),
            Days::Seconds => Some(of_seconds(value.as_f64()? as i64)),
            Days::Millis => Some(of_seconds((value.as_f64()? / 1e3) as i64)),
        }
    }

    fn iso(self, text: &str) -> Option<String> {
        let Days::At { year, month, day, length } = self else { return None };
        if text.chars().count() < length || length == 8 && text.chars().count() != 8 {
            return None;
        }
        let part = |at: usize, count: usize| text.get(at - 1..at - 1 + count);
        let (year, month, day) = (part(year, 4)?, part(month, 2)?, part(day, 2)?);
        let fits = |part: &str, range: std::ops::RangeInclusive<u32>| {
            part.bytes().all(|byte| byte.is_ascii_digit())
                && part.parse().is_ok_and(|number: u32| range.contains(&number))
        };
        (fits(year, 1500..=2199) && fits(month, 1..=12) && fits(day, 1..=31))
            .then(|| format!("{year}-{month}-{day}"))
    }

    /// What reads a column's days; nothing where SQL does so itself.
    pub(super) fn read(self, column: &str) -> Option<String> {
        match self {
            Days::Iso => None,
            Days::At { year, month, day, length } => {
                let behind =
                    if length == 8 { String::new() } else { format!(" || substr({column}, {})", length + 1) };
                Some(format!(
                    "substr({column}, {year}, 4) || '-' || substr({column}, {month}, 2) || '-' || substr({column}, {day}, 2){behind}"
                ))
            }
            Days::Seconds => Some(format!("datetime({column}, 'unixepoch')")),
            Days::Millis => Some(format!("datetime({column} / 1000, 'unixepoch')")),
        }
    }
}

/// The first ten letters, with a zero for each digit.
fn shape(text: &str) -> String {
    text.chars().take(10).map(|letter| if letter.is_ascii_digit() { '0' } else { letter }).collect()
}

/// A moment as SQL reads it (Howard Hinnant's `civil_from_days`, `chrono-Compatible Low-Level Date Algorithms`).
fn of_seconds(seconds: i64) -> String {
    let days = seconds.div_euclid(DAY_SECONDS) + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year + era * 400 + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}
