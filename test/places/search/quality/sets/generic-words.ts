import { autocomplete, search } from '#places/search'
import { quiet } from '../../../../fixtures/places.ts'
import { metersFrom, plain } from '../../sets/judge.ts'
import { type MappedPlace, mappedPlaces } from '../mapped-places.ts'
import { judgeFirst, type QualityCase, type QualitySet } from '../quality-set.ts'
import type { RegionData } from '../regions.ts'
import { caseShare } from '../shares.ts'
import { drawn } from './calibration-query.ts'

/** Kinds after which stops, streets and departments are named: their tag and their words. */
const kinds: readonly (readonly [key: string, value: string, words: readonly string[]])[] = [
  ['tourism', 'zoo', ['zoo', 'Tierpark', 'eläintarha', 'jardim zoológico']],
  ['amenity', 'hospital', ['hospital', 'Krankenhaus', 'sairaala', 'hôpital', 'ospedale']],
  ['historic', 'castle', ['castle', 'Schloss', 'castell', 'castelo', 'château', 'linna']],
  [
    'amenity',
    'university',
    ['university', 'Universität', 'universidade', 'yliopisto', 'université'],
  ],
  ['tourism', 'museum', ['museum', 'museu', 'museo', 'musée']],
  ['aeroway', 'aerodrome', ['airport', 'aeroporto', 'Flughafen', 'lentoasema']],
  ['leisure', 'stadium', ['stadium', 'Stadion', 'estádio', 'stade']],
  ['amenity', 'library', ['library', 'Bibliothek', 'biblioteca', 'kirjasto']],
]

const sameMeters = 150

/** The word for a kind, alone; and the whole name of such a place, after which others are named. */
export const genericWords: QualitySet = {
  name: 'generic-words',
  right: 'the thing itself: no stop, street, department or car park that is named after it',
  cases({ extract }: RegionData, { seed, limit }): QualityCase[] {
    const places = mappedPlaces(extract)
    const cases = kinds.flatMap(([key, value, words]): QualityCase[] => {
      const things = places.filter(({ tags }) => tags[key] === value)
      if (things.length === 0) return []
      const alone = words.map((word) => caseOf(word, 'word alone', things))
      const typed = words.map((word) => caseOf(word, 'word being typed', things, autocomplete))
      const named = things.flatMap((thing): QualityCase[] => {
        const own = plain(thing.name)
        const longer = places.filter(({ name }) => plain(name) !== own && plain(name).includes(own))
        const same = things.filter(({ name }) => plain(name) === own)
        // The town or quarter of the name is meant by it.
        if (places.some(({ kind, name }) => kind === 'town' && plain(name) === own)) return []
        return [
          caseOf(thing.name, longer.length > 0 ? 'others named after it' : 'whole name', same),
        ]
      })
      return [...alone, ...typed, ...named]
    })
    const distinct = [
      ...new Map(cases.map((each) => [`${each.group} ${each.text}`, each])).values(),
    ]
    return [...Map.groupBy(distinct, ({ group }) => group).values()].flatMap((group) =>
      drawn(group, limit, ({ text }) => caseShare(String(seed), text)),
    )
  },
}

function caseOf(
  text: string,
  group: string,
  things: readonly MappedPlace[],
  find = search,
): QualityCase {
  return {
    text,
    group,
    about: text,
    ask: async (gazetteer) =>
      judgeFirst(
        await find(gazetteer, { text, size: 5 }, quiet),
        (found) =>
          found.place.type === 'venue' &&
          !found.place.categories.some((category) => /stop|parking/.test(category)) &&
          things.some(({ points }) =>
            points.some((point) => metersFrom(point, found) <= sameMeters),
          ),
      ),
  }
}
