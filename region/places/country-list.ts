import type { LatLon } from '#ground/geo'
import type { OsmTags } from '../osm/index.ts'
import type { AdminArea } from './admin-area.ts'
import type { AreaOutline, AreaSource } from './area-sources.ts'
import { alpha3Of, countryAt, knownCountry, statedCodes } from './countries.ts'
import { bases } from './importance.ts'
import { namesOf } from './names.ts'

/**
 * The countries of the data: mapped ones, and general knowledge where the border is outside the extract.
 */
export class CountryList {
  readonly #byCode = new Map<string, AdminArea>()
  readonly #alpha2 = new Map<AdminArea, string>()
  /** Countries with anything in them; they become places. */
  readonly used = new Set<AdminArea>()

  /**
   * Undefined for borders that are no country's, and for a second mapping of a country with a shape.
   */
  addMapped(
    source: AreaSource,
    { shape: outlined, isCut, at }: AreaOutline,
    label: LatLon | undefined,
  ): AdminArea | undefined {
    const stated = statedCodes(source.tags)
    // The border of a neighbour around the extract looks like an outline of the extract.
    const shape = isCut && !(label && outlined?.contains(label)) ? undefined : outlined
    const near = shape ? at : (label ?? at)
    const found = shape && !isCut && at && !stated ? countryAt(at) : undefined
    const alpha2 = stated?.alpha2 ?? found
    const alpha3 = stated?.alpha3 ?? (found && alpha3Of(found))
    if (!alpha2 || !alpha3 || !near) return undefined
    const present = this.#byCode.get(alpha2)
    if (present && (present.shape || !shape)) return undefined
    const known = shape && !isCut ? undefined : knownCountry(alpha2, near)
    const area: AdminArea = {
      id: source.id,
      type: 'country',
      tags: source.tags,
      names: namesOf(source.tags, 'area'),
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

  /** The country around a point by general knowledge of borders; made when it is missing. */
  at(at: LatLon): AdminArea | undefined {
    const alpha2 = countryAt(at)
    if (!alpha2) return undefined
    const present = this.#byCode.get(alpha2)
    if (present) return present
    const known = knownCountry(alpha2, at)
    if (!known) return undefined
    const area: AdminArea = {
      id: `country:${alpha3Of(alpha2)}`,
      type: 'country',
      tags: {},
      ...known,
      base: bases.country,
      radiusMeters: 0,
      preference: 0,
      countryCode: alpha3Of(alpha2)!,
      parents: [],
      statedParents: [],
      houses: [],
    }
    this.#enter(alpha2, area)
    return area
  }

  /** The codes of an area's country, from the area's own code if it has one. */
  codeAt(at: LatLon, tags: OsmTags): { alpha2?: string; alpha3: string } {
    const [prefix] = tags['ISO3166-2']?.split('-') ?? []
    const stated = prefix && this.#byCode.get(prefix)
    if (stated) return { alpha2: prefix, alpha3: stated.countryCode }
    for (const area of this.#byCode.values()) {
      if (area.shape?.contains(at))
        return { alpha2: this.#alpha2.get(area)!, alpha3: area.countryCode }
    }
    const alpha2 = prefix && alpha3Of(prefix) ? prefix : countryAt(at)
    return alpha2 ? { alpha2, alpha3: alpha3Of(alpha2) ?? '' } : { alpha3: '' }
  }

  #enter(alpha2: string, area: AdminArea): void {
    this.#byCode.set(alpha2, area)
    this.#alpha2.set(area, alpha2)
  }
}
