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

/** Maximum number of towns counted for one postcode. */
const maxTowns = 16

/** Finds the town that most addresses with a postcode name. */
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

  /** Returns the results of {@link findTown} for all postcodes; keys are country code, colon and postcode. */
  findAllTowns(): Map<string, string> {
    const towns = new Map<string, string>()
    for (const key of this.#byPostcode.keys()) {
      const colon = key.indexOf(':')
      const town = this.findTown(key.slice(colon + 1), key.slice(0, colon))
      if (town !== undefined) towns.set(key, town)
    }
    return towns
  }

  /** Returns the id of the town's area. */
  findTown(postcode: string, countryCode: string): string | undefined {
    const counts = this.#byPostcode.get(`${countryCode}:${postcode}`)
    if (!counts) return undefined
    const [main] = [...counts.values()].sort(
      (a, b) => b.count - a.count || (a.statement.name < b.statement.name ? -1 : 1),
    )
    const { statement, at } = main!
    return statement.area ?? this.#statedTowns.findArea(statement, countryCode, at)?.id
  }
}
