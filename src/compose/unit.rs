//! Units, as names of columns tell them: `weight_kg`, `Price (EUR)`.

/// What stands at a name's end, and how people write it.
const UNITS: [(&str, &str); 32] = [
    ("eur", "€"),
    ("euro", "€"),
    ("euros", "€"),
    ("usd", "$"),
    ("gbp", "£"),
    ("chf", "CHF"),
    ("pct", "%"),
    ("percent", "%"),
    ("prozent", "%"),
    ("celsius", "°C"),
    ("kg", "kg"),
    ("mg", "mg"),
    ("km", "km"),
    ("cm", "cm"),
    ("mm", "mm"),
    ("m", "m"),
    ("m2", "m²"),
    ("m3", "m³"),
    ("km2", "km²"),
    ("ha", "ha"),
    ("l", "l"),
    ("ml", "ml"),
    ("h", "h"),
    ("min", "min"),
    ("sec", "s"),
    ("ms", "ms"),
    ("kw", "kW"),
    ("kwh", "kWh"),
    ("mwh", "MWh"),
    ("mb", "MB"),
    ("gb", "GB"),
    ("kmh", "km/h"),
];

/// A column's own name: of `AVG("fee_eur")` what stands inside; of a count nothing.
pub(super) fn bare(column: &str) -> &str {
    let inside = match column.split_once('(') {
        Some((before, _)) if before.eq_ignore_ascii_case("count") => "",
        Some((before, rest)) if is_sum(before) => rest.trim_end_matches(')'),
        _ => column,
    };
    let own = inside.rsplit_once('.').map_or(inside, |(_, own)| own);
    own.trim_matches(['"', '`', ' '])
}

fn is_sum(name: &str) -> bool {
    ["avg", "sum", "min", "max"].iter().any(|one| name.eq_ignore_ascii_case(one))
}

/// A name, and the unit at its end.
fn parted(name: &str) -> Option<(&str, &'static str)> {
    let (before, last) = name.trim_end_matches([')', ']']).rsplit_once(['_', ' ', '-', '(', '['])?;
    let last = last.to_lowercase();
    let (_, unit) = UNITS.iter().find(|(said, _)| *said == last)?;
    Some((before.trim_end_matches(['_', ' ', '-', '(', '[']), unit))
}

/// The unit of a column's numbers, where its name tells one.
pub(super) fn unit(column: &str) -> Option<&'static str> {
    parted(bare(column)).map(|(_, unit)| unit)
}

/// A title with the unit of the numbers below it, unless it says that.
pub(super) fn with_unit(title: &str, column: &str) -> String {
    match unit(column).filter(|unit| !title.contains(*unit)) {
        Some(unit) => format!("{title} ({unit})"),
        None => title.to_owned(),
    }
}

/// What an axis is called: the column as a person says it.
pub(super) fn axis(column: &str) -> String {
    let own = bare(column);
    match parted(own) {
        Some((name, unit)) => format!("{} ({unit})", name.replace('_', " ")),
        None if own.is_empty() => column.to_owned(),
        None => own.replace('_', " "),
    }
}
