import type { LatLon } from '#ground/geo'
import type { AreaType, SourcePlace } from '#places/gazetteer'
import { type AdminArea, areaOrder } from './admin-area.ts'
import type { Areas } from './areas.ts'
import { Counts } from './counts.ts'
import { commonAreasOf, mainTownOf } from './house-towns.ts'
import { importanceOf, statedTownShare, townShare } from './importance.ts'
import type { OsmFeature, PlaceAreas } from './osm-feature.ts'
import type { PostalTowns } from './postal-towns.ts'
import type { StatedTowns } from './stated-towns.ts'
import type { Street } from './streets.ts'
import type { TownsAround } from './towns-around.ts'

/** Of an address or venue. */
const maxOtherAreas = 6
/** Of a street, which may cross a city. */
const maxStreetAreas = 12
/** Fewer addresses find a town by what they state, but do not put it on labels. */
const minLabelAddresses = 3

/** What addresses state, finished. */
export interface TownSources {
  stated: Pick<StatedTowns, 'areaOf'>
  postal: Pick<PostalTowns, 'townOf'>
  around: Pick<TownsAround, 'of'>
}

/**
 * Turns the areas around a feature and those that it states into the areas of its label, as the post writes
 * them, and the others by which people ask for it.
 */
export class AreaContext {
  readonly #byId: ReadonlyMap<string, AdminArea>
  readonly #statedTowns: TownSources['stated']
  readonly #postalTowns: TownSources['postal']
  readonly #townsAround: TownSources['around']

  constructor({ list }: Pick<Areas, 'list'>, { stated, postal, around }: TownSources) {
    this.#byId = new Map(list.map((area) => [area.id, area]))
    this.#statedTowns = stated
    this.#postalTowns = postal
    this.#townsAround = around
  }

  /** Sets parents, other areas and town. */
  settle(feature: OsmFeature): void {
    const { stated, countryCode, at } = feature
    if (!stated) return
    delete feature.stated
    let areas: PlaceAreas = feature
    const taken = new Set<string>()
    const all: string[] = []
    for (const statement of stated) {
      const area = statement.area
        ? this.#byId.get(statement.area)
        : this.#statedTowns.areaOf(statement, countryCode, at)
      if (!area) continue
      all.push(area.id)
      const isLabel = this.#isLabel(area, areas) && !taken.has(area.type)
      areas = isLabel ? this.withParent(areas, area.id) : withOthers(areas, [area.id])
      if (!isLabel) continue
      taken.add(area.type)
      if (statement.type === 'locality') feature.town ??= area.id
    }
    setAreas(feature, areas)
    if (all.length > 0) feature.statedAreas = all
  }

  /**
   * The areas of a street: on its label the town that most of its houses state; the others are all that its
   * houses state or that are around one of its houses or pieces.
   */
  ofStreet({ parents, otherAreas = [], houses, pieces }: Street): PlaceAreas {
    const stated = new Counts(houses.flatMap(({ statedAreas = [] }) => statedAreas))
    const around = new Counts([
      ...houses.flatMap(({ areas = [] }) => areas),
      ...pieces.flatMap((piece) => [...piece.parents, ...(piece.otherAreas ?? [])]),
    ])
    const isCountry = (id: string) => (this.#byId.get(id)?.type ?? 'country') === 'country'
    const all = [...stated.sorted(), ...around.sorted()].map(({ text }) => text)
    const others = [...all, ...otherAreas].filter((id) => !isCountry(id))
    let areas = withOthers({ parents }, others, maxStreetAreas)
    const taken = new Set<string>()
    for (const id of [mainTownOf(houses), ...commonAreasOf(houses)]) {
      const area = id === undefined ? undefined : this.#byId.get(id)
      if (!area || taken.has(area.type) || !this.#isLabel(area, areas)) continue
      taken.add(area.type)
      areas = this.withParent(areas, area.id, maxStreetAreas)
    }
    return areas
  }

  /** The areas with this one as the parent of its type; a mapped county or region stays. */
  withParent(areas: PlaceAreas, id: string, maxAreas = maxOtherAreas): PlaceAreas {
    const area = this.#byId.get(id)
    if (!area || areas.parents.includes(id)) return areas
    const present = areas.parents.find((parent) => this.#byId.get(parent)?.type === area.type)
    if (present && areaOrder[area.type] < areaOrder.locality)
      return withOthers(areas, [id], maxAreas)
    const parents = this.#inOrder([...areas.parents.filter((parent) => parent !== present), id])
    const others = (areas.otherAreas ?? []).filter((other) => other !== id)
    return withOthers({ parents, otherAreas: others }, present ? [present] : [], maxAreas)
  }

  /**
   * Adds a town that neighbours state: as the locality if there is none. The order of other areas stays,
   * because houses refer to it.
   */
  withTownNearby<T extends PlaceAreas>(place: T, town: string | undefined): T {
    const { parents, otherAreas = [] } = place
    if (town === undefined || parents.includes(town) || otherAreas.includes(town)) return place
    if (!this.#hasType(parents, 'locality') && this.#byId.get(town)?.type === 'locality')
      return { ...place, parents: this.#inOrder([...parents, town]) }
    if (otherAreas.length >= maxOtherAreas) return place
    return { ...place, otherAreas: [...otherAreas, town] }
  }

  /** Adds the town that most addresses with the postcode of the place state. */
  withPostalTown<T extends PlaceAreas & LatLon & { postcode?: string; countryCode: string }>(
    place: T,
  ): T {
    const { postcode, countryCode } = place
    if (postcode === undefined) return place
    return this.withTownNearby(place, this.#postalTowns.townOf(postcode, countryCode))
  }

  /**
   * Adds the towns and quarters around a place that has no town, as others: which of them is its own is not
   * known. Places with a town get none, for in a text that matches everything no word tells them apart.
   */
  withTownsAround(place: SourcePlace): SourcePlace {
    const { parents, otherAreas = [], countryCode, lines = [] } = place
    if (this.#hasType([...parents, ...otherAreas], 'locality')) return place
    const ends = lines.flatMap((line) => [line[0]!, line.at(-1)!])
    const around = this.#townsAround.of([place, ...ends], countryCode)
    const all = [...otherAreas, ...around]
    const others = [...new Set(all)].filter((id) => !parents.includes(id))
    return others.length === 0 ? place : { ...place, otherAreas: others }
  }

  /** Whether a stated area is on the label: if enough addresses state it, or there is no other. */
  #isLabel({ type, statedBy = Infinity }: AdminArea, { parents }: PlaceAreas): boolean {
    return statedBy >= minLabelAddresses || !this.#hasType(parents, type)
  }

  #hasType(ids: readonly string[], type: AreaType): boolean {
    return ids.some((id) => this.#byId.get(id)?.type === type)
  }

  /** Share of the importance of the town on a street's label. */
  townShareOf({ parents }: PlaceAreas): number {
    const town = parents.map((id) => this.#byId.get(id)).find((area) => area?.type === 'locality')
    if (!town) return 0
    if (town.statedBy !== undefined) return statedTownShare(town.statedBy)
    return townShare(importanceOf(town.base, town.tags))
  }

  /** Narrowest first. */
  #inOrder(parents: readonly string[]): string[] {
    const order = (id: string) => areaOrder[this.#byId.get(id)?.type ?? 'country']
    return parents.toSorted((a, b) => order(b) - order(a))
  }
}

/** Replaces the areas of a place. */
export function setAreas(place: PlaceAreas, { parents, otherAreas }: PlaceAreas): void {
  place.parents = parents
  if (otherAreas) place.otherAreas = otherAreas
  else delete place.otherAreas
}

/** The areas with others before theirs, without the parents. */
function withOthers(
  { parents, otherAreas = [] }: PlaceAreas,
  ids: readonly string[],
  maxAreas = maxOtherAreas,
): PlaceAreas {
  const all = [...new Set([...ids, ...otherAreas])].filter((id) => !parents.includes(id))
  const kept = all.slice(0, maxAreas)
  return { parents, ...(kept.length > 0 && { otherAreas: kept }) }
}
