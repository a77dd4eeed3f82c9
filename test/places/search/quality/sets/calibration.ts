import { search } from '#places/search'
import { quiet } from '../../../../fixtures/places.ts'
import { judgeFirst, type QualityCase, type QualitySet } from '../quality-set.ts'
import type { RegionData } from '../regions.ts'
import { caseShare } from '../shares.ts'
import { farTownsOf, worldPlaces } from '../world.ts'
import { addressQueries } from './calibration-addresses.ts'
import { contradictedQueries } from './calibration-contradicted.ts'
import { placeQueries } from './calibration-places.ts'
import { postcodeQueries } from './calibration-postcodes.ts'
import { type CalibrationQuery, drawn } from './calibration-query.ts'

/** Cases of each group in a region. */
const maxCasesOfGroup = 30

/**
 * Queries by which confidence is compared with the share of right answers. A first result is right if it is
 * what was meant, or fits every typed word equally; for a house number that does not exist, if it is the
 * street. Of a query for another town, and of the places of other countries, nothing is right.
 */
export const calibration: QualitySet = {
  name: 'calibration',
  right: 'what was meant, or what fits every typed word equally; for a wrong number the street',
  bands: true,
  cases(data: RegionData, { seed, limit }): QualityCase[] {
    const max = Math.min(limit, maxCasesOfGroup)
    const farTowns = farTownsOf(data.extract)
    const queries = [
      ...addressQueries(data, { seed, max, farTowns }),
      ...placeQueries(data, { seed, max, farTowns }),
      ...contradictedQueries(data, { seed, max, farTowns }),
      ...postcodeQueries(data, { seed, max, farTowns }),
      ...drawn(worldPlaces, max, ({ text }) => caseShare(String(seed), data.region.name, text)).map(
        ({ text }): CalibrationQuery => ({ text, group: 'world', about: text }),
      ),
    ]
    return queries.map(({ isRight, ...query }) => ({
      ...query,
      ask: async (gazetteer) => {
        const results = await search(gazetteer, { text: query.text, size: 5 }, quiet)
        if (!isRight && results.length === 0) return { outcome: 'right', results }
        return judgeFirst(results, isRight ?? (() => false))
      },
    }))
  },
}
