import type { Place } from '#places/gazetteer'
import type { SearchResult } from '#places/search'
import { metersFrom, namesOf, plain } from '../sets/judge.ts'
import type { MappedPlace } from './mapped-places.ts'

/** A place stated by its town or street is this near to where it is mapped. */
const nearMeters = 2000
/** A town's point may be anywhere in it. */
const townMeters = 5000

/** Whether a name of the place is the text: its words in any order, or its letters. */
export function isNamed(place: Place, text: string): boolean {
  const wanted = plain(text)
  return namesOf(place).some(
    (name) => name === wanted || sorted(name) === sorted(wanted) || joined(name) === joined(wanted),
  )
}

/** Whether a name of the place has all words of the text. */
export function hasWords(place: Place, text: string): boolean {
  const words = plain(text).split(' ')
  return namesOf(place).some((name) => {
    const known = new Set(name.split(' '))
    return words.every((word) => known.has(word))
  })
}

export interface RightPlaceOptions {
  /** Words of the name that were typed, if not all. */
  typed?: string | undefined
  /** The query says where, so a namesake elsewhere is another place. */
  near?: boolean
}

/**
 * Whether a result is the place that was meant, or fits every typed word equally: a street for a street, an
 * area for a town, anything of the name for a venue.
 */
export function isRightPlace(
  meant: MappedPlace,
  found: SearchResult,
  { typed, near = false }: RightPlaceOptions = {},
): boolean {
  const { place, house } = found
  if (house) return false
  if (typed === undefined ? !isNamed(place, meant.name) : !hasWords(place, typed)) return false
  const nearest = () => Math.min(...meant.points.map((point) => metersFrom(point, found)))
  if (meant.kind === 'street') {
    return place.type === 'street' && !place.intersection && (!near || nearest() <= nearMeters)
  }
  if (meant.kind === 'town') {
    const isArea = !['street', 'venue', 'address', 'postalcode'].includes(place.type)
    return isArea && (typed !== undefined || nearest() <= townMeters)
  }
  return !near || nearest() <= nearMeters
}

function sorted(name: string): string {
  return name.split(' ').sort().join(' ')
}

function joined(name: string): string {
  return name.replaceAll(' ', '')
}
