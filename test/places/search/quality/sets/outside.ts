import { search } from '#places/search'
import { quiet } from '../../../../fixtures/places.ts'
import type { QualityCase, QualitySet } from '../quality-set.ts'
import { worldPlaces } from '../world.ts'

/** Confidence of an answer that no consumer would take. */
const maxConfidence = 0.4

/** Places of other countries, asked in regions that do not have them. */
export const outside: QualitySet = {
  name: 'outside',
  right: 'nothing, or a confidence of at most 0.4',
  cases: () =>
    worldPlaces.map(
      ({ kind, text }): QualityCase => ({
        text,
        group: kind,
        about: text,
        ask: async (gazetteer) => {
          const results = await search(gazetteer, { text, size: 5 }, quiet)
          const isLow = results.every(({ confidence }) => confidence <= maxConfidence)
          return { outcome: isLow ? 'right' : 'wrong', results }
        },
      }),
    ),
}
