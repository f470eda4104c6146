/** Own texts as tools return them, and questions whose answer stands in one chunk, named by a part of it. */

const rows = (tool, query, list) => ({ tool, query, text: JSON.stringify(list) });

export const results = [
	rows("parliament_mcp_list_deputies", "deputies of the north", [
		{ name: "Anna Mandl", party: "Greens", seat: 112, speech: "asked to ban pesticides near schools" },
		{ name: "Ben Okoye", party: "Liberals", seat: 87, speech: "wants lower levies on small firms" },
		{ name: "Clara Ruiz", party: "Left", seat: 14, speech: "defended free lunches for pupils" },
		{ name: "Dov Levin", party: "Centre", seat: 203, speech: "proposed a register of lobbyists" },
		{ name: "Eva Sorensen", party: "Greens", seat: 118, speech: "spoke for more night trains" },
		{ name: "Farid Haddad", party: "Conservatives", seat: 241, speech: "opposed the limit on motorways" },
	]),
	rows("parliament_mcp_list_votes", "votes in March", [
		{ vote: 501, about: "pension age raised to 64", result: "adopted", margin: 9 },
		{ vote: 502, about: "fishing quotas in the Atlantic", result: "rejected", margin: 31 },
		{ vote: 503, about: "funding of hospitals in rural areas", result: "adopted", margin: 120 },
		{ vote: 504, about: "data retention by phone companies", result: "rejected", margin: 2 },
		{ vote: 505, about: "subsidies for heat pumps", result: "adopted", margin: 44 },
		{ vote: 506, about: "minimum wage of apprentices", result: "adjourned", margin: 0 },
	]),
	{
		tool: "weather_mcp_forecast",
		query: "next days",
		text: "# Forecast\n## Lyon\nHeavy rain on Friday afternoon, clearing at night.\n## Oslo\nSnow down to the coast, minus 11 degrees.\n## Seville\nDry and very hot, up to 41 degrees; stay in the shade.\n## Dublin\nGale warning for all ferries until Sunday.\n## Vienna\nMorning fog, visibility below 50 metres.\n## Athens\nSmoke from forest fires drifts over the city.",
	},
	rows("shop_mcp_inventory", "stock below 20", [
		{ sku: "B-17", item: "touring bicycle, 28 inch", stock: 12 },
		{ sku: "H-03", item: "helmet for children", stock: 3 },
		{ sku: "L-40", item: "front lamp, rechargeable", stock: 18 },
		{ sku: "P-22", item: "hand pump with gauge", stock: 0 },
		{ sku: "T-09", item: "puncture repair set", stock: 7 },
		{ sku: "C-31", item: "chain oil, biodegradable", stock: 15 },
	]),
	{
		tool: "handbook_mcp_read",
		query: "rules of the office",
		text: "# Staff handbook\n## Leave\nEmployees have 28 days of paid vacation per year. Unused days expire at the end of March.\n## Illness\nA medical certificate is due on the third day of absence.\n## Remote work\nTwo days a week may be worked from home after the probation period.\n## Expenses\nReceipts above 25 euros need the signature of a manager.\n## Equipment\nLaptops are replaced every four years.\n## Parental leave\nBoth parents may take up to fourteen months between them.\n## Notice\nContracts end with a notice of six weeks to the quarter.",
	},
	rows("museum_mcp_objects", "collection highlights", [
		{ object: "bronze mirror", origin: "Etruria", century: "4th BC", room: 2 },
		{ object: "astrolabe", origin: "Toledo", century: "11th", room: 5 },
		{ object: "lacquer writing box", origin: "Kyoto", century: "17th", room: 9 },
		{ object: "ivory chess king", origin: "Trondheim", century: "12th", room: 4 },
		{ object: "silk caftan", origin: "Bursa", century: "16th", room: 7 },
		{ object: "glass goblet with enamel", origin: "Murano", century: "15th", room: 6 },
	]),
	{
		tool: "clinic_mcp_leaflet",
		query: "medicine leaflet",
		text: "Take one tablet twice a day with food. Do not drive during the first week, because drowsiness is common. Tell the doctor at once if a rash appears. The syrup must be kept in the refrigerator and used within ten days. Alcohol makes the side effects stronger. Pregnant women must not take this drug. Children under six get half the dose.",
	},
	rows("trains_mcp_departures", "departures from Basel", [
		{ train: "EC 52", to: "Milan", platform: 4, status: "delayed by 35 minutes" },
		{ train: "ICE 278", to: "Berlin", platform: 7, status: "cancelled" },
		{ train: "TGV 9218", to: "Paris", platform: 30, status: "on time" },
		{ train: "RE 14", to: "Strasbourg", platform: 33, status: "boarding" },
		{ train: "NJ 470", to: "Hamburg", platform: 8, status: "sleeping car fully booked" },
		{ train: "IR 36", to: "Zurich Airport", platform: 10, status: "dining car closed" },
	]),
	{
		tool: "cooking_mcp_recipe",
		query: "soups and cakes",
		text: "# Recipes\n## Lentil soup\nSoak nothing: red lentils are done in a quarter of an hour. Lemon juice goes in at the end.\n## Almond cake\nBeat six egg whites until stiff. No flour is needed, so it suits people who avoid gluten.\n## Pickled cucumbers\nBoil vinegar, dill and mustard seeds. The jars keep for a year in the cellar.\n## Flat bread\nKnead for ten minutes and bake on a very hot stone.\n## Fish stew\nAdd saffron to the broth before the mussels open.",
	},
	rows("energy_mcp_plants", "power stations", [
		{ plant: "Nordwind", kind: "offshore wind farm", megawatts: 288 },
		{ plant: "Solana", kind: "photovoltaic field", megawatts: 60 },
		{ plant: "Kaltbach", kind: "pumped storage lake", megawatts: 540 },
		{ plant: "Grube Ost", kind: "lignite, closes in 2030", megawatts: 900 },
		{ plant: "Isar B", kind: "nuclear, being dismantled", megawatts: 0 },
		{ plant: "Biohof", kind: "gas from manure", megawatts: 2 },
	]),
	rows("songs_mcp_charts", "charts of this week", [
		{ place: 1, song: "Salt on the Window", artist: "Mira Olt", weeks: 9 },
		{ place: 2, song: "Second Moon", artist: "The Halyards", weeks: 3 },
		{ place: 3, song: "Paper Bridges", artist: "Juno & Tan", weeks: 14 },
		{ place: 4, song: "Low Tide Radio", artist: "Kestrel", weeks: 1 },
	]),
	{
		tool: "news_mcp_articles",
		query: "business news",
		text: "The carmaker recalls 80,000 vans because their brakes can fail. The central bank left its interest rate at two percent. A strike of pilots grounded 400 flights on Monday. The grocery chain will close every tenth branch. House prices in the capital fell for the first time in ten years. The start-up that prints bone implants raised 30 million. A court fined the search engine for favouring its own services. Coffee became dearer after frost in Brazil.",
	},
];

const lexical = (question, want) => ({ question, want, kind: "lexical" });
const paraphrase = (question, want) => ({ question, want, kind: "paraphrase" });

export const questions = [
	lexical("Which seat has Anna Mandl?", "Anna Mandl"),
	lexical("Who proposed a register of lobbyists?", "Dov Levin"),
	lexical("vote on fishing quotas", "fishing quotas"),
	lexical("Was the pension age raised?", "pension age"),
	lexical("Forecast for Oslo", "Oslo"),
	lexical("gale warning ferries", "Dublin"),
	lexical("How many touring bicycles are in stock?", "touring bicycle"),
	lexical("chain oil", "chain oil"),
	lexical("When is a medical certificate due?", "medical certificate"),
	lexical("notice of contracts", "six weeks"),
	lexical("In which room is the astrolabe?", "astrolabe"),
	lexical("silk caftan from Bursa", "caftan"),
	lexical("Where must the syrup be kept?", "refrigerator"),
	lexical("status of the train to Berlin", "ICE 278"),
	lexical("platform of TGV 9218", "TGV 9218"),
	lexical("almond cake egg whites", "egg whites"),
	lexical("megawatts of Kaltbach", "Kaltbach"),
	lexical("interest rate of the central bank", "interest rate"),
	paraphrase("Who worries about poison on fields beside classrooms?", "pesticides"),
	paraphrase("cheaper taxes for little businesses", "lower levies"),
	paraphrase("Who likes travelling by rail in the dark?", "night trains"),
	paraphrase("money for clinics in the countryside", "funding of hospitals"),
	paraphrase("storage of mobile call records", "data retention"),
	paraphrase("Where is it dangerously warm?", "Seville"),
	paraphrase("Where do wildfires make the air bad?", "Athens"),
	paraphrase("protective headgear for kids", "helmet for children"),
	paraphrase("fix a flat tyre", "puncture repair"),
	paraphrase("How many holidays do workers get?", "paid vacation"),
	paraphrase("Who must approve large bills?", "signature of a manager"),
	paraphrase("ancient looking glass", "bronze mirror"),
	paraphrase("May expecting mothers swallow it?", "Pregnant women"),
	paraphrase("Does beer or wine matter while on it?", "Alcohol"),
	paraphrase("Which service runs late?", "delayed by 35"),
	paraphrase("dessert without wheat", "No flour"),
	paraphrase("electricity from sunlight", "photovoltaic"),
	paraphrase("coal station that shuts down", "lignite"),
	paraphrase("vehicles called back for a safety defect", "recalls 80,000 vans"),
	paraphrase("airline walkout", "strike of pilots"),
];

/** Questions about nothing that is there. */
export const strange = [
	"How do volcanoes form?",
	"capital of Mongolia",
	"Which goalkeeper saved the penalty?",
	"translate this poem into Latin",
	"depth of the Mariana trench",
	"How old is the universe?",
	"Who painted the ceiling of the chapel?",
	"orbit of Jupiter's moons",
	"install a printer driver",
	"wedding dress size chart",
];
