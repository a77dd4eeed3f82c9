import { beforeAll, describe, expect, it } from 'vitest'
import type { Gazetteer, Place } from '#places/gazetteer'
import { autocomplete } from '#places/search'
import {
  allPlaces,
  isOnMachine,
  type PackedRegion,
  placeRegions,
  placesOf,
  quiet,
} from '../../fixtures/places.ts'
import { cases, withCampaigns } from '../../setup/suite.ts'
import { plain } from './sets/judge.ts'
import { spread } from './sets/samples.ts'
import { isTypedWhole, keystrokesOf, plainWords, TypedNames } from './sets/typing.ts'

/** The default of autocomplete. */
const size = 5
const namesAsWritten = cases({ quick: 100, full: 400 })
const namesOtherwise = cases({ quick: 40, full: 150 })
/** Of many places, where to find all that fit takes long. */
const namesOfMany = 100
const manyPlaces = 5000
const minLetters = 5
/** Many thousand queries, on a machine that does other things as well. */
const timeout = 120_000

const regions: readonly PackedRegion[] = withCampaigns ? [...placeRegions, 'porto'] : placeRegions

/**
 * After every keystroke from the fourth on the list has each name that fits, as long as there is room for
 * all that fit or have been typed whole; where there are not, a name once shown goes out only for others of these.
 */
describe.for(regions)('typing the names of %s letter by letter', (region) => {
  const there = isOnMachine(region)
  let gazetteer: Gazetteer
  let places: Place[]
  let known: TypedNames
  beforeAll(async () => {
    if (!there) return
    gazetteer = (await placesOf(region))!
    places = await allPlaces(gazetteer)
    known = new TypedNames(places)
  })

  const kinds: [string, number, (place: Place) => string[]][] = [
    ['as they are written', namesAsWritten, ({ name }) => [name]],
    [
      'without accents and signs',
      namesOtherwise,
      ({ name }) => [plainWords(name).join(' ')].filter((text) => text !== name.toLowerCase()),
    ],
    [
      'in other languages',
      namesOtherwise,
      ({ name, names, aliases }) =>
        [...Object.values(names), ...aliases].filter((other) => plain(other) !== plain(name)),
    ],
  ]

  it.skipIf(!there).for(kinds)(
    'keeps them in the list %s',
    { timeout },
    async ([, usual, textsOf]) => {
      const named = places
        .filter(({ intersection }) => !intersection)
        .flatMap((place) => [...new Set(textsOf(place))].map((text) => ({ place, text })))
        .filter(({ text }) => isLong(text) && known.isUnique(text))
      const most = places.length > manyPlaces ? namesOfMany : usual
      const lost: string[] = []
      let keystrokes = 0
      for (const { place, text } of spread(named, most)) {
        let fitting: number[] | undefined
        let isShown = false
        for (const typed of keystrokesOf(text)) {
          fitting = known.fitting(typed, fitting)
          keystrokes++
          const found = (await autocomplete(gazetteer, { text: typed, size }, quiet)).map(
            (result) => result.place,
          )
          if (found.some(({ id }) => id === place.id)) {
            isShown = true
            continue
          }
          const fits = new Set(fitting)
          if (fits.size > size && !isShown) continue
          const isMeant = (result: Place) => fits.has(result.docId) || isTypedWhole(result, typed)
          if (found.length === size && found.every(isMeant)) continue
          lost.push(`${typed} (${text}): ${found.map(({ name }) => name).join(', ')}`)
        }
      }
      expect(keystrokes).toBeGreaterThan(300)
      expect(lost).toEqual([])
    },
  )
})

function isLong(text: string): boolean {
  return (plain(text).match(/\p{L}/gu)?.length ?? 0) >= minLetters
}
