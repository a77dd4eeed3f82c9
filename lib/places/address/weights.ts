/**
 * Scores for and against a labelling, set by hand on the development half of the address set. A clear sign, such as a
 * street type or a known city, is worth about 3. A token without a label costs the same.
 */
export const weights = {
  /** Street type where its language puts it: "Street", "rue", "улица". */
  type: 3,
  /** Street type that is as often a quarter or building: "Park", "Hill". */
  weakType: 0.8,
  innerType: 1.2,
  /** Street type inside a name, in languages that put it anywhere. */
  innerTypeAnywhere: 2.3,
  /** The same in Slavic languages, where the type is first or last: "Сбербанк ул. Пушкина". */
  innerTypeSlavic: 0.5,
  /** Number as the name of a road: "Highway 61", "Carretera General 3". */
  numberedRoad: 2,
  weakCompound: 1.2,
  /** English street type at the beginning: "Avenue Road", "Route 66". */
  loosePrefix: 1.2,
  /** Name and type in one word: "Hauptstrasse", "Drottninggatan". */
  compound: 2.7,
  /** Penalty for each word of a street after its type. */
  overrun: 2.3,
  /** Number in a street, except an ordinal, a date or a number after the type. */
  number: 2.5,
  datedNumber: 0.3,
  numberedStreet: 0.6,
  /** Two streets that cross, in addition to the evidence for each. */
  crossing: 1.2,
  /** Street type without the number that completes it: "Calle" of "Calle 72", "RR" of "RR 2". */
  bareType: 3,
  /** Addition to a house number, as the beginning of a street: "ter" of "8 ter". */
  numberAddition: 3,
  /** Street without a type in a country where quarters number the houses. */
  quarters: 2.5,
  /** Street whose name begins with a venue. */
  venueInRoad: 2,
  /** Words before a complete street name: "Edeka Schneider Ludwigstraße". */
  looseWords: 3.2,
  /** Designated span as a name: "C Block". */
  designatedAsName: 2,
  /** Word for a kind of area after a number, as a separate name: "arrondissement". */
  kindAlone: 3,
  /** City or quarter whose name states that it is a county or state. */
  widerKind: 1.2,
  /** Street type inside the name of a venue. */
  streetInVenue: 1.5,
  /** Street type inside another name, without a word for a venue after it. */
  streetInside: 3,
  /** Street with a recognizable beginning, after a venue without a comma. */
  venueByStreet: 0.8,
  /** The same after a name of unclear kind. */
  nameByStreet: 0.3,
  /** City or quarter first, without a comma before a number: rare where numbers come first. */
  placeByNumber: -1.5,
  /** Street that ends within a range of numbers. */
  brokenRange: 3,

  /** Unknown name, by component. */
  unknown: {
    road: -1.8,
    suburb: -1.3,
    city: -0.4,
    city_district: -3.2,
    county: -3.2,
    state: -3,
    house: -1.6,
  },
  /** Each word of an unknown name after the third. */
  longName: 0.25,
  /** Name in the tables of the country; `knownElsewhere` is the share for another country. */
  known: { city: 3, suburb: 2.6, county: 3.2, borough: 5, state: 3.4, code: 3.2 },
  knownElsewhere: 0.4,
  suburbWord: 2.4,
  cityWord: 2.6,
  stateWord: 3.4,
  /** Penalty for a name of several words before "область". */
  regionWords: 1.5,
  venueWord: 2.4,
  /** Word that begins the name of a building: "Edificio Kepler", "Residence Les Pins". */
  buildingOpening: 2.4,
  /** Venue that is sought near a place: "pizza" in "pizza near me". */
  sought: 5,
  countyWord: 4,
  districtWord: 4,

  houseNumber: 1.2,
  /** Each token of a house number. */
  houseNumberToken: 0.5,
  namedNumber: 1.5,
  /** Number inside a designated span. */
  numberWithin: 2.5,
  /** Town and region as one name: "Montalcino SI". */
  endsInRegion: 1.5,
  /** Block as a street, as in Mannheim: "Q7". */
  block: -0.3,
  /** Kilometre as the number on a country road: "km 178". */
  kilometre: 3.5,
  /** Known quarter or city as a street. */
  placeAsRoad: 1.5,
  postcode: 2,
  postcodeSpecificity: 2.5,
  postcodePrefix: 1.5,
  designated: 4,
  designatedToken: 0.3,
  country: 4,
  countryCode: 2.2,

  /** Boundary of a component between two words separated only by a blank. */
  cut: -0.9,
  /** Name that ends with an article or preposition: "rue de la". */
  torn: -3,
  /** Name in brackets after a city. */
  bracketed: { suburb: 1.6, county: 1.2, city: -2.5 },
  /** Token without a component. */
  skipped: -3,
  neutral: -0.1,
  /** Venue as the first component; `lateVenue`: after its street, number or city. */
  venueFirst: 0.3,
  lateVenue: -1,
  /** Narrower component after a wider one. */
  disorder: -1.6,
  /** Number next to its street in the usual order of the country; `numberByRoadTurned`: in the reverse order. */
  numberByRoad: 3,
  numberByRoadTurned: 0.8,
  postcodeByCity: 1.2,
  postcodeByCityTurned: 0.1,
  stateByPostcode: 1,
  cityByState: 0.6,
  countyByState: 2,
  unitByNumber: 0.6,
  numberBySuburb: 0.4,
  /** Street without a city. */
  noCity: -0.6,
  /** Number without a street. */
  noRoad: -1.2,

  /** Letter or word that indicates a country. */
  countrySign: 0.7,
  /** Share of the country's score that is added to the score of a parse. */
  evidence: 0.6,
} as const
