import type { PlaceType } from '#places/gazetteer'

/**
 * Factors of confidence, each the share of right first answers where nothing else lowers it: automatic queries on
 * five regions and twelve clips of them, half `development` of the quality set `calibration`
 * (`node bench/geocoding-quality.ts --set calibration --half development`, November 2026).
 * Those of areas (`targetInArea`) and caps (`otherStreet`) are promises of the contract.
 */
export const confidenceFactors = {
  correctedLetter: 0.98,
  /** A corrected letter among few: of a short word many others differ by one letter. */
  correctedOfFew: 0.79,
  /** The house was interpolated, or has another letter: `12b` for `12a`. */
  interpolated: 0.9,
  otherSuffix: 0.9,
  /** A venue that is elsewhere on the street than the house number typed. */
  otherNumber: 0.2,
  /** Of a part of the name: of none of it; with a corrected letter; of a street without the house. */
  uncovered: 0.85,
  correctedPart: 0.25,
  /** Only an abbreviation or a word for a street (`St` for Saint); of a part of a street's name. */
  generic: 0.75,
  genericPart: 0.1,
  partWithoutNumber: 0.3,
  /** Of a part that is the name of a town of the world: `Nice`, of an `Académie de Nice`. */
  worldTown: 0.15,
  /** A category that is also the name of a town of the world: `Essen`, `Lagos`. */
  townCategory: 0.75,
  /** Words beside the name that match nothing: of a house, of another place. */
  besideHouse: 0.95,
  beside: 0.92,
  /** Words between those of the name. */
  inside: 0.3,
  /** Beside a part of the name: of a house; where most or few of the words match. */
  besidePartOfHouse: 0.88,
  besideMostOfPart: 0.7,
  besideLittle: 0.3,
  /** Only the category matches. */
  besideCategory: 0.15,
  behindCategory: 0.1,
  /** What was asked for is unknown, and this is around it or has a word of its surroundings. */
  target: 0.15,
  /** The same before a house that was found: a shop or a person in it. */
  targetInHouse: 0.8,
  /** At most, for one street of a crossing of which the other is unknown or elsewhere. */
  otherStreet: 0.3,
  /** Each unknown word of what was asked for, in its area: the ladder of the contract. */
  targetInArea: 0.9,
  /** A word behind the name that may be a town, or anything; the same where an area around the place was typed. */
  behind: 0.6,
  behindPlaced: 0.93,
  /** A stated town, region or country; the contract allows at most 0.4. */
  otherAreaOfHouse: 0.05,
  otherArea: 0.02,
  /** A town of the index, where the data does not say in which town the place is. */
  unknownTown: 0.3,
  /** A part of a town; a postcode that the place has not. */
  minor: 0.85,
  postcode: { slip: 0.94, other: 0.3 },
} as const

/**
 * Factors of evidence, which only order results that lack something, so they are no shares. With a factor of 1 in
 * place of `otherArea` 636 of 650 right answers are left, of `missingNumber` 649; of each of the others alone, and
 * without the squares of `evidenceOf`, all 650. These are kept for the order of what is wider or less sure;
 * their size is a choice. Measured on `calibration`, half `development`, demo, andorra and porto-south,
 * 12 cases of a group: 1,012 queries, November 2026.
 */
export const evidenceFactors = {
  /** A street in place of a house is better than its town, and a town than its region. */
  wider: {
    neighbourhood: 0.75,
    locality: 0.75,
    county: 0.5,
    region: 0.4,
    country: 0.1,
  } as Readonly<Partial<Record<PlaceType, number>>>,
  missingNumber: 0.8,
  otherNumber: 0.25,
  otherArea: 0.4,
  unknownTown: 0.9,
  minor: 0.85,
  corrected: 0.9,
  /** For each word of what was asked for in its area. */
  dropped: 0.9,
} as const
