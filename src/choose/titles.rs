//! What a person calls the widgets of the package, in the languages that answers are written in. The widget of a page's own is called by its
//! name, in words.

use super::tongue::Tongue;

type Row = (&'static str, [&'static str; 5]);

/// English, German, French, Spanish, Italian.
const TITLES: [Row; 41] = [
    ("actions", ["buttons", "Schaltflächen", "boutons", "botones", "pulsanti"]),
    ("alert", ["notice", "Hinweis", "avis", "aviso", "avviso"]),
    ("audio", ["sound", "Tonaufnahme", "son", "audio", "audio"]),
    ("calendar", ["calendar", "Kalender", "calendrier", "calendario", "calendario"]),
    ("cards", ["cards", "Karten", "cartes", "tarjetas", "schede"]),
    ("carousel", ["slides", "Folien", "diapositives", "diapositivas", "diapositive"]),
    ("chart", ["chart", "Diagramm", "graphique", "gráfico", "grafico"]),
    (
        "chart-rich",
        [
            "chart of several series",
            "Diagramm mit mehreren Reihen",
            "graphique à plusieurs séries",
            "gráfico de varias series",
            "grafico a più serie",
        ],
    ),
    (
        "chat-input",
        ["message field", "Nachrichtenfeld", "champ de message", "campo de mensaje", "campo per messaggi"],
    ),
    ("code", ["code", "Code", "code", "código", "codice"]),
    ("data-table", ["table", "Tabelle", "tableau", "tabla", "tabella"]),
    ("diagram", ["diagram of steps", "Ablaufdiagramm", "diagramme", "diagrama", "diagramma"]),
    (
        "diff",
        [
            "comparison of texts",
            "Textvergleich",
            "comparaison de textes",
            "comparación de textos",
            "confronto di testi",
        ],
    ),
    ("document", ["document", "Dokument", "document", "documento", "documento"]),
    ("form", ["form", "Formular", "formulaire", "formulario", "modulo"]),
    ("gallery", ["gallery", "Galerie", "galerie", "galería", "galleria"]),
    ("grid-data", ["grid", "Raster", "grille", "cuadrícula", "griglia"]),
    ("hemicycle", ["seats of a parliament", "Sitzverteilung", "hémicycle", "hemiciclo", "emiciclo"]),
    ("image", ["picture", "Bild", "image", "imagen", "immagine"]),
    (
        "js-sandbox",
        ["small program", "kleines Programm", "petit programme", "programa pequeño", "piccolo programma"],
    ),
    ("json-viewer", ["JSON", "JSON", "JSON", "JSON", "JSON"]),
    (
        "kanban",
        ["task board", "Aufgabentafel", "tableau de tâches", "tablero de tareas", "bacheca di attività"],
    ),
    ("kv", ["facts", "Angaben", "informations", "datos", "dati"]),
    ("list", ["list", "Liste", "liste", "lista", "elenco"]),
    ("log", ["log", "Protokoll", "journal", "registro", "registro"]),
    ("map", ["map", "Karte", "carte", "mapa", "mappa"]),
    ("notebook", ["notebook", "Notizbuch", "carnet", "cuaderno", "taccuino"]),
    ("profile", ["profile", "Profil", "profil", "perfil", "profilo"]),
    (
        "progress",
        [
            "progress bars",
            "Fortschrittsbalken",
            "barres de progression",
            "barras de progreso",
            "barre di avanzamento",
        ],
    ),
    (
        "recipe-browser",
        ["list of recipes", "Rezeptliste", "liste de recettes", "lista de recetas", "elenco di ricette"],
    ),
    (
        "sankey",
        ["flow diagram", "Flussdiagramm", "diagramme de flux", "diagrama de flujo", "diagramma di flusso"],
    ),
    (
        "scatter",
        [
            "scatter plot",
            "Streudiagramm",
            "nuage de points",
            "diagrama de dispersión",
            "grafico a dispersione",
        ],
    ),
    ("stat", ["number", "Kennzahl", "chiffre", "cifra", "numero"]),
    (
        "stat-card",
        [
            "number with its change",
            "Kennzahl mit Veränderung",
            "chiffre avec son évolution",
            "cifra con su cambio",
            "numero con la sua variazione",
        ],
    ),
    ("tags", ["tags", "Schlagwörter", "étiquettes", "etiquetas", "etichette"]),
    ("text", ["text", "Text", "texte", "texto", "testo"]),
    ("timeline", ["timeline", "Zeitleiste", "chronologie", "cronología", "cronologia"]),
    ("tree", ["tree", "Baum", "arborescence", "árbol", "albero"]),
    ("trombinoscope", ["people", "Personen", "trombinoscope", "personas", "persone"]),
    (
        "vega-lite",
        [
            "Vega-Lite chart",
            "Vega-Lite-Diagramm",
            "graphique Vega-Lite",
            "gráfico Vega-Lite",
            "grafico Vega-Lite",
        ],
    ),
    ("video", ["video", "Video", "vidéo", "vídeo", "video"]),
];

/// A widget's title for a person who reads this language.
pub(super) fn titled(name: &str, tongue: Tongue) -> String {
    let at = match tongue {
        Tongue::English => 0,
        Tongue::German => 1,
        Tongue::French => 2,
        Tongue::Spanish => 3,
        Tongue::Italian => 4,
    };
    let known = TITLES.iter().find(|(of, _)| *of == name).and_then(|(_, titles)| titles.get(at));
    known.map_or_else(|| name.replace(['-', '_'], " "), |title| (*title).to_owned())
}
