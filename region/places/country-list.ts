import type { LatLon } from '#ground/geo'
import type { OsmTags } from '../osm/index.ts'
import type { AdminArea } from './admin-area.ts'
import type { AreaOutline, AreaSource } from './area-sources.ts'
import { describeCountry, findCountryCode, readCountryCodes, toAlpha3 } from './countries.ts'
import { bases } from './importance.ts'
import { readNames } from './names.ts'

/** Countries of the data: mapped ones, and ones from a built-in table where the border is outside the extract. */
export class CountryList {
  readonly #byCode = new Map<string, AdminArea>()
  readonly #alpha2 = new Map<AdminArea, string>()
  /** Countries that contain features; these become places. */
  readonly used = new Set<AdminArea>()

  /**
   * Adds a mapped country. Returns undefined for borders of other things, and for a country that already has a shape.
   */
  addMapped(
    source: AreaSource,
    { shape: outlined, isCut, at }: AreaOutline,
    label: LatLon | undefined,
  ): AdminArea | undefined {
    const stated = readCountryCodes(source.tags)
    // Where a neighbour's border runs around the extract, it looks like an outline of the extract.
    const shape = isCut && !(label && outlined?.contains(label)) ? undefined : outlined
    const near = shape ? at : (label ?? at)
    const found = shape && !isCut && at && !stated ? findCountryCode(at) : undefined
    const alpha2 = stated?.alpha2 ?? found
    const alpha3 = stated?.alpha3 ?? (found && toAlpha3(found))
    if (!alpha2 || !alpha3 || !near) return undefined
    const present = this.#byCode.get(alpha2)
    if (present && (present.shape || !shape)) return undefined
    const known = shape && !isCut ? undefined : describeCountry(alpha2, near)
    const area: AdminArea = {
      id: source.id,
      type: 'country',
      tags: source.tags,
      names: readNames(source.tags, 'area'),
      at: known?.at ?? label ?? near,
      ...(shape && { shape, isCut }),
      ...(known && { box: known.box }),
      base: bases.country,
      radiusMeters: 0,
      preference: 0,
      countryCode: alpha3,
      parents: [],
      statedParents: [],
      houses: [],
    }
    this.#enter(alpha2, area)
    return area
  }

  /** Returns the country around a point by built-in borders, and adds it if it is missing. */
  at(at: LatLon): AdminArea | undefined {
    const alpha2 = findCountryCode(at)
    if (!alpha2) return undefined
    const present = this.#byCode.get(alpha2)
    if (present) return present
    const known = describeCountry(alpha2, at)
    if (!known) return undefined
    const area: AdminArea = {
      id: `country:${toAlpha3(alpha2)}`,
      type: 'country',
      tags: {},
      ...known,
      base: bases.country,
      radiusMeters: 0,
      preference: 0,
      countryCode: toAlpha3(alpha2)!,
      parents: [],
      statedParents: [],
      houses: [],
    }
    this.#enter(alpha2, area)
    return area
  }

  /** Returns the codes of an area's country, from the area's own code if it has one. */
  findCodes(at: LatLon, tags: OsmTags): { alpha2?: string; alpha3: string } {
    const [prefix] = tags['ISO3166-2']?.split('-') ?? []
    const stated = prefix && this.#byCode.get(prefix)
    if (stated) return { alpha2: prefix, alpha3: stated.countryCode }
    for (const area of this.#byCode.values()) {
      if (area.shape?.contains(at))
        return { alpha2: this.#alpha2.get(area)!, alpha3: area.countryCode }
    }
    const alpha2 = prefix && toAlpha3(prefix) ? prefix : findCountryCode(at)
    return alpha2 ? { alpha2, alpha3: toAlpha3(alpha2) ?? '' } : { alpha3: '' }
  }

  #enter(alpha2: string, area: AdminArea): void {
    this.#byCode.set(alpha2, area)
    this.#alpha2.set(area, alpha2)
  }
}
