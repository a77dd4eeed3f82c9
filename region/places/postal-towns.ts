import type { LatLon } from '#ground/geo'
import type { OsmFeature } from './osm-feature.ts'
import { cleanPostcode } from './postcode.ts'
import type { StatedTowns } from './stated-towns.ts'
import type { Statement } from './statements.ts'

interface TownCount {
  statement: Statement
  at: LatLon
  count: number
}

/** Towns that are counted of one postcode. */
const maxTowns = 16

/** The town that most addresses of each postcode state. */
export class PostalTowns {
  readonly #byPostcode = new Map<string, Map<string, TownCount>>()
  readonly #statedTowns: StatedTowns

  constructor(statedTowns: StatedTowns) {
    this.#statedTowns = statedTowns
  }

  add({ tags, countryCode, stated, at }: OsmFeature): void {
    const postcode = cleanPostcode(tags['addr:postcode'], countryCode)
    const statement = stated?.find(({ type }) => type === 'locality')
    if (!postcode || !statement) return
    const key = `${countryCode}:${postcode}`
    const counts = this.#byPostcode.get(key) ?? new Map<string, TownCount>()
    this.#byPostcode.set(key, counts)
    const town = statement.area ?? statement.name
    const present = counts.get(town)
    if (present) present.count++
    else if (counts.size < maxTowns) counts.set(town, { statement, at, count: 1 })
  }

  /** The ids that {@link townOf} gives, by country code, colon and postcode. */
  towns(): Map<string, string> {
    const towns = new Map<string, string>()
    for (const key of this.#byPostcode.keys()) {
      const colon = key.indexOf(':')
      const town = this.townOf(key.slice(colon + 1), key.slice(0, colon))
      if (town !== undefined) towns.set(key, town)
    }
    return towns
  }

  /** Id of the area. */
  townOf(postcode: string, countryCode: string): string | undefined {
    const counts = this.#byPostcode.get(`${countryCode}:${postcode}`)
    if (!counts) return undefined
    const [main] = [...counts.values()].sort(
      (a, b) => b.count - a.count || (a.statement.name < b.statement.name ? -1 : 1),
    )
    const { statement, at } = main!
    return statement.area ?? this.#statedTowns.areaOf(statement, countryCode, at)?.id
  }
}
