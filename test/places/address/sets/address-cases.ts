import { resolve } from 'node:path'
import { z } from 'zod'
import { type AddressComponents, componentKeys } from '#places/address'
import { readTsv } from '../../../fixtures/tsv.ts'

/**
 * An address as written in its country, with its parts. The addresses were written by hand for this set:
 * the places and most streets are real, numbers and postcodes are plausible.
 *
 * How a part is cut out
 * - A value is an exact piece of the text, in its case and spelling, without the separators around it.
 *   A part occurs once. Words outside all parts (`s/n`, which means that the number is missing) are left out.
 * - The word that names the kind of a part belongs to it: `Apt 4B`, `3rd floor`, `Stiege 5`, `PO Box 12`,
 *   `ul. Krótka`, `C/ Mayor`, `г. Тула`, `Co. Mayo`, `Col. Nápoles`, `Тульская обл.`, `朝阳区`, `12号`,
 *   `3番地`. The exceptions are the two parts that are compared as figures:
 *   - house number: `nr. 9`, `No. 7`, `nº 8`, `д. 10`, `č.p. 31`, `Plot No. 6`, `H.No. 6`, `Maison 6`
 *     and `#36` become `9`, `7`, `8`, `10`, `31`, `6`, `6`, `6` and `36`. A `#4` beside a house number
 *     is a unit, including the `#`.
 *   - postcode: `〒`, `CEP`, `C.P.` and the country's letters before a hyphen (`D-10115`) are left out.
 *     Letters that the post counts as the code itself stay: `AD300`, `B1638ABC`.
 *
 * Kinds of parts
 * - `house_number`: with its letters, fractions, ranges and additions (`10 bis`, `4 b`, `16 1/2`,
 *   `5 hs`, `7 стр. 3`, `9 корп. 4`). A chain whose later figures the text does not explain stays whole
 *   (Vienna's `12/3/4`, `8/15` in Poland and Czechia, `2-3-4` in Japan). A chain that the country reads in
 *   one way only is split: unit first in Australia and New Zealand (`3/45`) and in Canada (`301-45`); in
 *   Finland `5 C 12` is number, staircase, flat.
 * - `level` and `unit` side by side are two parts: `2º A`, `1. th`, `2.º Dto.`.
 * - `staircase`: also the Chinese `4单元`; `entrance`: also the Russian `подъезд 6`.
 * - `house`: a venue, a named building or farm, or a building of a site by letter or number
 *   (`Bldg 5`, `Bât. A`, `Bloco E`, `7号楼`, `205동`).
 * - `po_box`: also private bags, `BP`, `а/я`.
 * - `road`: with its direction. A block or an estate that addresses use instead of a street is one too
 *   (Mannheim's `C4`, Brasília's `SQN 102`, `os. Wschód`).
 * - `city`: the name in the place of the postal town, whatever its legal status (`Brooklyn, NY`,
 *   `Newtown NSW`), with additions of the post (`Praha 7`, `Dublin 4`, `København V`, `Nantes Cedex`,
 *   `Halle (Saale)`) and with a quarter joined by a hyphen (`Berlin-Mitte`).
 *   Metropolitan cities of China and Korea, special wards of Tokyo, and townships and villages of a
 *   rural county (町, 镇, 면, пос.) are cities.
 * - `suburb`: a quarter, village, hamlet, townland, sector, colonia, bairro, 町, 丁目 or 동 (also one
 *   that ends in `2가`) within or beside the city, even when houses are numbered by quarter, as in
 *   Venice.
 * - `city_district`: a borough, arrondissement, Bezirk, alcaldía, ward (区, 구, район of a city).
 * - `county` and `state`: the level below the regions and the regions. Provinces of Italy, Spain and
 *   Belgium and departments of France are counties; regions, provinces elsewhere, cantons,
 *   Bundesländer, voivodeships, prefectures, Hungarian and Croatian counties, overseas regions of France
 *   and the parts of the United Kingdom are states.
 * - `country`: also a territory by its own name (Puerto Rico, Guam, Gibraltar).
 * - The first part of a British postcode is a postcode (`London SW3`). Words for nearness (`near me`,
 *   `restaurants in Bilbao`) belong to no part.
 * - A crossing is one road with the words between its streets (`Bloor St and Bathurst St`). A rural
 *   route is a road with its number (`RR 2`), its box a box; the unit and box of a military address are
 *   one box (`PSC 808 Box 22`), its `APO` a city and `AE` a state.
 * - A number word before a street is a house number (`One Liberty Plaza`).
 */
export interface AddressCase {
  /** ISO 3166-1 alpha-2 code. */
  country: string
  text: string
  components: Readonly<AddressComponents>
}

/** An address with a feature that parsers often misread; in `html-entities` the components are decoded. */
export interface WeaknessCase extends AddressCase {
  weakness: string
}

export type Half = 'development' | 'held-out'

const row = z.object({ code: z.string().regex(/^[A-Z]{2}$/), text: z.string() }).loose()

/** Reads half of the set: the parser is tuned on `development` and never on `held-out`. */
export function addressCases(half: Half): AddressCase[] {
  const path = resolve(import.meta.dirname, `${half}.tsv`)
  return readTsv(path, ['code', 'text', ...componentKeys]).map((fields) => {
    const { code, text, ...components } = row.parse(fields)
    return { country: code, text, components }
  })
}

/**
 * Reads cases of a set. `weaknesses`: addresses by weakness, divided by a hash of the text; `fresh` ones were
 * written after the tuning. `world`: addresses of 115 countries as people type them, written in three
 * sittings before the parser read them: tuned on, written after that tuning, and after all tuning.
 */
export function weaknessCases(
  half: 'development' | 'unseen' | 'fresh',
  set: 'weaknesses' | 'world' = 'weaknesses',
): WeaknessCase[] {
  const path = resolve(import.meta.dirname, `${set}-${half}.tsv`)
  const weaknessRow = row.extend({ weakness: z.string() })
  return readTsv(path, ['weakness', 'code', 'text', ...componentKeys]).map((fields) => {
    const { weakness, code, text, ...components } = weaknessRow.parse(fields)
    return { weakness, country: code, text, components }
  })
}

/** Reports whether all components are as expected, with no others. */
export function isExact(parsed: AddressComponents, expected: AddressComponents): boolean {
  return componentKeys.every((key) => parsed[key] === expected[key])
}

const exactKeys = ['house_number', 'road', 'po_box', 'postcode', 'country'] as const
const localityKeys = ['suburb', 'city_district', 'city', 'county', 'state'] as const

/**
 * Reports whether the components are enough to find the place: number, street, box, postcode and country as expected,
 * and one locality, or the venue where the text states neither a street nor a locality.
 */
export function isGeocodable(parsed: AddressComponents, expected: AddressComponents): boolean {
  if (!exactKeys.every((key) => parsed[key] === expected[key])) return false
  const stated = localityKeys.filter((key) => expected[key] !== undefined)
  if (stated.length > 0) return stated.some((key) => parsed[key] === expected[key])
  return expected.road !== undefined || parsed.house === expected.house
}
