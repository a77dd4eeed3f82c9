/**
 * Scores for and against a labelling, set by hand on the development half of the address set. One clear
 * sign is worth about 3: the type of a street, a known city; a token without a label costs as much.
 */
export const weights = {
  /** "Street", "rue", "улица" where the language puts it. */
  type: 3,
  /** "Park", "Hill": as often a quarter or a building. */
  weakType: 0.8,
  innerType: 1.2,
  /** In languages that put the type anywhere. */
  innerTypeAnywhere: 2.3,
  /** "Сбербанк ул. Пушкина": the type is first or last. */
  innerTypeSlavic: 0.5,
  /** "Highway 61", "Carretera General 3". */
  numberedRoad: 2,
  weakCompound: 1.2,
  /** An English type in front: "Avenue Road", "Route 66". */
  loosePrefix: 1.2,
  /** "Hauptstrasse", "Drottninggatan". */
  compound: 2.7,
  /** For each word of a street after its type. */
  overrun: 2.3,
  /** A number in a street that is no ordinal, no date and not after the type. */
  number: 2.5,
  datedNumber: 0.3,
  numberedStreet: 0.6,
  /** Two streets that cross, besides the evidence for either. */
  crossing: 1.2,
  /** "Calle" of "Calle 72", "RR" of "RR 2": no street without its number. */
  bareType: 3,
  /** "ter" of "8 ter", as the beginning of a street. */
  numberAddition: 3,
  /** A street without a type where quarters number the houses. */
  quarters: 2.5,
  /** A street whose name begins with a venue. */
  venueInRoad: 2,
  /** Words before a street of one word: "Edeka Schneider Ludwigstraße". */
  looseWords: 3.2,
  /** "C Block" as a name. */
  designatedAsName: 2,
  /** "arrondissement" after a number, as a name of its own. */
  kindAlone: 3,
  /** A city or quarter that says that it is a county or state. */
  widerKind: 1.2,
  /** The type of a street inside the name of a venue. */
  streetInVenue: 1.5,
  /** The type of a street inside another name, without a word for a venue behind it. */
  streetInside: 3,
  /** A street that shows its beginning, after a venue without a comma. */
  venueByStreet: 0.8,
  /** A name of no clear kind there. */
  nameByStreet: 0.3,
  /** A city or quarter first, without a comma before a number: rare where numbers come first. */
  placeByNumber: -1.5,
  /** A street that ends within a range of numbers. */
  brokenRange: 3,

  /** An unknown name as each component. */
  unknown: {
    road: -1.8,
    suburb: -1.3,
    city: -0.4,
    city_district: -3.2,
    county: -3.2,
    state: -3,
    house: -1.6,
  },
  /** Each word of an unknown name past the third. */
  longName: 0.25,
  /** A name in the tables, for the country; `knownElsewhere` is the share for another country. */
  known: { city: 3, suburb: 2.6, county: 3.2, borough: 5, state: 3.4, code: 3.2 },
  knownElsewhere: 0.4,
  suburbWord: 2.4,
  cityWord: 2.6,
  stateWord: 3.4,
  /** A name of two words before "область". */
  regionWords: 1.5,
  venueWord: 2.4,
  /** "Edificio Kepler", "Residence Les Pins". */
  buildingOpening: 2.4,
  /** "pizza" in "pizza near me". */
  sought: 5,
  countyWord: 4,
  districtWord: 4,

  houseNumber: 1.2,
  /** For each token of a house number. */
  houseNumberToken: 0.5,
  namedNumber: 1.5,
  /** A number inside a designated span. */
  numberWithin: 2.5,
  /** "Montalcino SI" as one name. */
  endsInRegion: 1.5,
  /** A block as in Mannheim: "Q7". */
  block: -0.3,
  /** "km 178" on a road through the country. */
  kilometre: 3.5,
  /** A known quarter or city as a street. */
  placeAsRoad: 1.5,
  postcode: 2,
  postcodeSpecificity: 2.5,
  postcodePrefix: 1.5,
  designated: 4,
  designatedToken: 0.3,
  country: 4,
  countryCode: 2.2,

  /** A component boundary between two words separated only by a blank. */
  cut: -0.9,
  /** A name that ends with an article or preposition: "rue de la". */
  torn: -3,
  /** In brackets after a city. */
  bracketed: { suburb: 1.6, county: 1.2, city: -2.5 },
  /** A token without a component. */
  skipped: -3,
  neutral: -0.1,
  /** A venue as the first component, and after its street, number or city. */
  venueFirst: 0.3,
  lateVenue: -1,
  /** A narrower part after a wider one. */
  disorder: -1.6,
  /** Number next to street in the usual order of the country, and in the other. */
  numberByRoad: 3,
  numberByRoadTurned: 0.8,
  postcodeByCity: 1.2,
  postcodeByCityTurned: 0.1,
  stateByPostcode: 1,
  cityByState: 0.6,
  countyByState: 2,
  unitByNumber: 0.6,
  numberBySuburb: 0.4,
  /** A street without a city. */
  noCity: -0.6,
  /** A number without a street. */
  noRoad: -1.2,

  /** A letter or word that indicates a country. */
  countrySign: 0.7,
  /** Share of the country's score in the score of a parse. */
  evidence: 0.6,
} as const
