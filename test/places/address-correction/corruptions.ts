import type { CorrectedField, CorrectionType } from '#places/address-correction'
import { slips } from '../search/sets/operators.ts'
import { type CleanAddress, habits, lineOf, linesOf } from './clean-addresses.ts'

/** A corrupted address and its expected correction. */
export interface Corrupted {
  text: string
  type: CorrectionType
  field?: CorrectedField | 'address'
}

/** Corrupts an address; returns undefined where it does not apply or would leave the meaning open. */
export type Corruption = (address: CleanAddress, chance: () => number) => Corrupted | undefined

function pick<T>(items: readonly T[], chance: () => number): T | undefined {
  return items[Math.floor(chance() * items.length)]
}

/** Abbreviations as people write them, by region. */
const shortened: Record<CleanAddress['region'], readonly (readonly [RegExp, readonly string[]])[]> =
  {
    demo: [],
    andorra: [
      [/^Avinguda /, ['Av. ', 'Avda. ']],
      [/^Carrer /, ['C. ', 'C/ ']],
      [/^Carretera /, ['Ctra. ']],
      [/^Plaça /, ['Pl. ']],
      [/^Passatge /, ['Ptge. ']],
      [/\bSanta /, ['Sta. ']],
    ],
    monaco: [
      [/^Avenue /, ['Av. ', 'Ave ', 'av ']],
      [/^Boulevard /, ['Bd ', 'Blvd ', 'Bld. ']],
      [/^Rue /, ['R. ']],
      [/^Place /, ['Pl. ', 'Pl ']],
      [/^Chemin /, ['Ch. ']],
      [/^Impasse /, ['Imp. ']],
      [/^Allée /, ['All. ']],
      [/^Promenade /, ['Prom. ']],
      [/^Passage /, ['Pass. ']],
      [/\bSainte[ -]/, ['Ste ']],
      [/\bSaint[ -]/, ['St ', 'St. ']],
    ],
    helsinki: [
      [/katu$/, ['k.']],
      [/tie$/, ['t.']],
    ],
    porto: [
      [/^Rua /, ['R. ']],
      [/^Avenida /, ['Av. ', 'Avda. ']],
      [/^Travessa /, ['Tv. ', 'Trav. ']],
      [/^Praça /, ['Pç. ', 'Pca. ']],
      [/^Largo /, ['Lg. ']],
      [/\bDoutor /, ['Dr. ']],
      [/\bSanto /, ['Sto. ']],
    ],
  }

const typo: Corruption = (address, chance) => {
  const field = address.locality && chance() < 0.25 ? 'locality' : 'road'
  const text = pick(Object.values(slips), chance)!(address[field]!, chance)
  if (!text) return undefined
  return { text: lineOf({ ...address, [field]: text }), type: 'typo', field }
}

const abbreviation: Corruption = (address, chance) => {
  const fitting = shortened[address.region].filter(([long]) => long.test(address.road))
  const [long, short] = pick(fitting, chance) ?? []
  if (!long) return undefined
  const road = address.road.replace(long, pick(short!, chance)!)
  return { text: lineOf({ ...address, road }), type: 'abbreviation', field: 'road' }
}

const droppedPart: Corruption = (address, chance) => {
  const { locality, postcode, isPostcodeSettled, countryName } = address
  const fields = [
    ...(locality && postcode ? (['locality'] as const) : []),
    ...(locality && postcode && isPostcodeSettled ? (['postcode'] as const) : []),
    ...(countryName ? (['country'] as const) : []),
  ]
  const field = pick(fields, chance)
  if (!field) return undefined
  const key = field === 'country' ? 'countryName' : field
  return { text: lineOf({ ...address, [key]: undefined }), type: 'inferred', field }
}

const swappedOrder: Corruption = (address, chance) => {
  const { road, houseNumber, postcode, locality, countryName, region } = address
  const lines = linesOf(address)
  const otherFirst = region === 'monaco' ? `${road} ${houseNumber}` : `${houseNumber} ${road}`
  const ways = [[lines[1]!, lines[0]!, ...lines.slice(2)]]
  if (!habits[region].anyNumberOrder) ways.push([otherFirst, ...lines.slice(1)])
  if (postcode && locality) {
    ways.push([lines[0]!, `${locality} ${postcode}`, ...(countryName ? [countryName] : [])])
  }
  return { text: pick(ways, chance)!.join(', '), type: 'reformatted' }
}

const labels = {
  demo: 'Adressa: ',
  andorra: 'Adreça: ',
  monaco: 'Adresse : ',
  helsinki: 'Osoite: ',
  porto: 'Morada: ',
}

const extraWord: Corruption = (address, chance) => {
  const { road, locality, region, countryName, isNamedTwice } = address
  const words = road.split(' ')
  const last = words.at(-1)!
  const ways = [
    lineOf({ ...address, road: `${road} ${last}` }),
    `${labels[region]}${lineOf(address)}`,
    ...(locality && !isNamedTwice && countryName
      ? [lineOf({ ...address, locality: `${locality} ${locality}` })]
      : []),
    ...(words.length > 1 ? [lineOf({ ...address, road: [words[0], ...words].join(' ') })] : []),
  ]
  return { text: pick(ways, chance)!, type: 'removed' }
}

const wrongPostcode: Corruption = (address, chance) => {
  const { postcode, locality, isPostcodeSettled } = address
  if (!postcode || !locality || !isPostcodeSettled) return undefined
  const digits = [...postcode.matchAll(/\d/g)]
  const { index } = pick(digits.slice(1), chance)!
  const digit = String((Number(postcode[index]) + 1 + Math.floor(chance() * 9)) % 10)
  const wrong = postcode.slice(0, index) + digit + postcode.slice(index + 1)
  return { text: lineOf({ ...address, postcode: wrong }), type: 'typo', field: 'postcode' }
}

const runTogether: Corruption = (address, chance) => {
  const line = lineOf(address)
  const ways = [
    line.replace(/(\d) (?=\p{L})/gu, '$1').replace(/(\p{L}) (?=\d)/gu, '$1'),
    line.replaceAll(' ', ''),
    lineOf({ ...address, road: address.road.replaceAll(' ', '') }),
  ].filter((text) => text !== line)
  const text = pick(ways, chance)
  return text ? { text, type: 'reformatted' } : undefined
}

/** Corruptions by their name in reports. */
export const corruptions: Readonly<Record<string, Corruption>> = {
  typo,
  abbreviation,
  'dropped part': droppedPart,
  'swapped order': swappedOrder,
  'extra word': extraWord,
  'wrong postcode': wrongPostcode,
  'run together': runTogether,
}
