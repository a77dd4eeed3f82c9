import type { LatLon } from '#ground/geo'
import type { AreaType, SourcePlace } from '#places/gazetteer'
import { type AdminArea, areaOrder } from './admin-area.ts'
import type { Areas } from './areas.ts'
import { Counts } from './counts.ts'
import { findCommonAreas, findMainTown } from './house-towns.ts'
import { computeImportance, scoreStatedTown, scoreTown } from './importance.ts'
import type { OsmFeature, PlaceAreas } from './osm-feature.ts'
import type { PostalTowns } from './postal-towns.ts'
import type { StatedTowns } from './stated-towns.ts'
import type { Street } from './streets.ts'
import type { TownsAround } from './towns-around.ts'

/** Maximum number of other areas of an address or venue. */
const maxOtherAreas = 6
/** Maximum number of other areas of a street, which may cross a city. */
const maxStreetAreas = 12
/** Minimum number of addresses for a town to appear on labels. A town named by fewer is found, but not shown. */
const minLabelAddresses = 3

/** Lookups of towns that addresses name, after all addresses are counted. */
export interface TownSources {
  stated: Pick<StatedTowns, 'findArea'>
  postal: Pick<PostalTowns, 'findTown'>
  around: Pick<TownsAround, 'findNearest'>
}

/**
 * Selects the areas of a feature from the areas around it and the areas that its address names. Areas on the label are
 * the ones of the postal address; the others only help people find the feature.
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

  /** Sets the parents, other areas and town of a feature from its statements. */
  applyStatements(feature: OsmFeature): void {
    const { stated, countryCode, at } = feature
    if (!stated) return
    delete feature.stated
    let areas: PlaceAreas = feature
    const taken = new Set<string>()
    const all: string[] = []
    for (const statement of stated) {
      const area = statement.area
        ? this.#byId.get(statement.area)
        : this.#statedTowns.findArea(statement, countryCode, at)
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
   * Returns the areas of a street. The town that most of its houses name is on the label. The others are all areas
   * that its houses name, or that contain one of its houses or pieces.
   */
  selectStreetAreas({ parents, otherAreas = [], houses, pieces }: Street): PlaceAreas {
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
    for (const id of [findMainTown(houses), ...findCommonAreas(houses)]) {
      const area = id === undefined ? undefined : this.#byId.get(id)
      if (!area || taken.has(area.type) || !this.#isLabel(area, areas)) continue
      taken.add(area.type)
      areas = this.withParent(areas, area.id, maxStreetAreas)
    }
    return areas
  }

  /** Makes an area the parent of its type. A mapped county or region is not replaced. */
  withParent(areas: PlaceAreas, id: string, maxAreas = maxOtherAreas): PlaceAreas {
    const area = this.#byId.get(id)
    if (!area || areas.parents.includes(id)) return areas
    const present = areas.parents.find((parent) => this.#byId.get(parent)?.type === area.type)
    if (present && areaOrder[area.type] < areaOrder.locality)
      return withOthers(areas, [id], maxAreas)
    const parents = this.#sortNarrowestFirst([
      ...areas.parents.filter((parent) => parent !== present),
      id,
    ])
    const others = (areas.otherAreas ?? []).filter((other) => other !== id)
    return withOthers({ parents, otherAreas: others }, present ? [present] : [], maxAreas)
  }

  /**
   * Adds a town that neighbours name, as the locality if the place has none. Keeps the order of other areas, because
   * houses refer to them by index.
   */
  withTownNearby<T extends PlaceAreas>(place: T, town: string | undefined): T {
    const { parents, otherAreas = [] } = place
    if (town === undefined || parents.includes(town) || otherAreas.includes(town)) return place
    if (!this.#hasType(parents, 'locality') && this.#byId.get(town)?.type === 'locality')
      return { ...place, parents: this.#sortNarrowestFirst([...parents, town]) }
    if (otherAreas.length >= maxOtherAreas) return place
    return { ...place, otherAreas: [...otherAreas, town] }
  }

  /** Adds the town that most addresses with the place's postcode name. */
  withPostalTown<T extends PlaceAreas & LatLon & { postcode?: string; countryCode: string }>(
    place: T,
  ): T {
    const { postcode, countryCode } = place
    if (postcode === undefined) return place
    return this.withTownNearby(place, this.#postalTowns.findTown(postcode, countryCode))
  }

  /**
   * Adds the nearby towns and quarters to a place without a town. They become other areas, because it is unknown which
   * one the place belongs to. Places with a town are left alone: a text that matches every town nearby could not tell
   * them apart.
   */
  withTownsAround(place: SourcePlace): SourcePlace {
    const { parents, otherAreas = [], countryCode, lines = [] } = place
    if (this.#hasType([...parents, ...otherAreas], 'locality')) return place
    const ends = lines.flatMap((line) => [line[0]!, line.at(-1)!])
    const around = this.#townsAround.findNearest([place, ...ends], countryCode)
    const all = [...otherAreas, ...around]
    const others = [...new Set(all)].filter((id) => !parents.includes(id))
    return others.length === 0 ? place : { ...place, otherAreas: others }
  }

  /** Whether a named area appears on the label: enough addresses name it, or no other area of its type is there. */
  #isLabel({ type, statedBy = Infinity }: AdminArea, { parents }: PlaceAreas): boolean {
    return statedBy >= minLabelAddresses || !this.#hasType(parents, type)
  }

  #hasType(ids: readonly string[], type: AreaType): boolean {
    return ids.some((id) => this.#byId.get(id)?.type === type)
  }

  /** Returns the importance that a street gains from the town on its label. */
  scoreTownOnLabel({ parents }: PlaceAreas): number {
    const town = parents.map((id) => this.#byId.get(id)).find((area) => area?.type === 'locality')
    if (!town) return 0
    if (town.statedBy !== undefined) return scoreStatedTown(town.statedBy)
    return scoreTown(computeImportance(town.base, town.tags))
  }

  /** Sorts areas by type, narrowest first. */
  #sortNarrowestFirst(parents: readonly string[]): string[] {
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

/** Puts the given ids before the other areas, leaves out parents, and keeps at most `maxAreas`. */
function withOthers(
  { parents, otherAreas = [] }: PlaceAreas,
  ids: readonly string[],
  maxAreas = maxOtherAreas,
): PlaceAreas {
  const all = [...new Set([...ids, ...otherAreas])].filter((id) => !parents.includes(id))
  const kept = all.slice(0, maxAreas)
  return { parents, ...(kept.length > 0 && { otherAreas: kept }) }
}
