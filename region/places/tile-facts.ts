import type { LatLon } from '#ground/geo'
import { type AdminArea, isSettlementType } from './admin-area.ts'
import { AreaContext, type TownSources } from './area-context.ts'
import { AreaPolygon } from './area-polygon.ts'
import type { Areas } from './areas.ts'
import { NamedAreas } from './named-areas.ts'
import { PolygonGrid } from './polygon-grid.ts'
import type { PostalTowns } from './postal-towns.ts'
import { findStatedArea, type LocatedNames, type StatedTowns } from './stated-towns.ts'
import type { TileContext } from './tile-places.ts'
import { TownsAround } from './towns-around.ts'

type Rings = readonly (readonly LatLon[])[]

/** Lookups of the tiles as plain data, which can be sent to a thread. */
export interface TileFacts {
  /** Areas without shapes and without references to each other. */
  areas: readonly AdminArea[]
  /** The same areas in the order of the hierarchy. */
  entered: readonly AdminArea[]
  /** Shapes of settlements. */
  shapes: ReadonlyMap<AdminArea, Rings>
  /** Areas of postcodes. */
  postal: readonly { code: string; rings: Rings }[]
  stated: LocatedNames
  /** Ids of the towns of postcodes; see {@link PostalTowns.findAllTowns}. */
  townByPostcode: ReadonlyMap<string, string>
  townsAround: readonly { at: LatLon; thing: AdminArea }[]
}

/** @param sources Lookups, after all addresses are counted. */
export function buildTileFacts(
  { list, hierarchy, postal }: Areas,
  sources: { stated: StatedTowns; postal: PostalTowns; around: TownsAround },
): TileFacts {
  const copies = new Map<AdminArea, AdminArea>()
  const copyArea = (area: AdminArea): AdminArea => {
    const known = copies.get(area)
    if (known) return known
    const { shape: _, otherAreas: __, ...plain } = area
    const copy = { ...plain, parents: [], statedParents: [], houses: [] }
    copies.set(area, copy)
    return copy
  }
  const shaped = list.filter(({ shape, type }) => shape && isSettlementType(type))
  return {
    areas: list.map(copyArea),
    entered: hierarchy.areas.map(copyArea),
    shapes: new Map(shaped.map((area) => [copyArea(area), area.shape!.rings])),
    postal: postal.mapped.map(({ code, shape }) => ({ code, rings: shape.rings })),
    stated: sources.stated.locateNames(copyArea),
    townByPostcode: sources.postal.findAllTowns(),
    townsAround: Array.from(sources.around.all(), ({ at, thing }) => ({
      at,
      thing: copyArea(thing),
    })),
  }
}

/** Rebuilds, on a thread, the lookups that {@link makeTilePlaces} needs. */
export function buildTileContext(facts: TileFacts): Pick<TileContext, 'areas' | 'context'> {
  for (const [area, rings] of facts.shapes) area.shape = new AreaPolygon(rings)
  const named = new NamedAreas()
  for (const area of facts.entered) named.add(area)
  const grid = new PolygonGrid<string>()
  for (const { code, rings } of facts.postal) grid.add(new AreaPolygon(rings), code)
  const sources: TownSources = {
    stated: {
      findArea: (statement, countryCode, at) =>
        findStatedArea(facts.stated, statement, countryCode, at),
    },
    postal: {
      findTown: (postcode, countryCode) => facts.townByPostcode.get(`${countryCode}:${postcode}`),
    },
    around: new TownsAround(facts.townsAround),
  }
  return {
    areas: {
      hierarchy: { findSettlement: (name, at) => named.settlement(name, at) },
      postal: { grid },
    },
    context: new AreaContext({ list: [...facts.areas] }, sources),
  }
}
