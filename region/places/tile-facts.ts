import type { LatLon } from '#ground/geo'
import { type AdminArea, isSettlementType } from './admin-area.ts'
import { AreaContext, type TownSources } from './area-context.ts'
import { AreaPolygon } from './area-polygon.ts'
import type { Areas } from './areas.ts'
import { NamedAreas } from './named-areas.ts'
import { PolygonGrid } from './polygon-grid.ts'
import type { PostalTowns } from './postal-towns.ts'
import { type LocatedNames, type StatedTowns, statedAreaOf } from './stated-towns.ts'
import type { TileContext } from './tile-places.ts'
import { TownsAround } from './towns-around.ts'

type Rings = readonly (readonly LatLon[])[]

/** What the look-ups of the tiles are made of, as plain data that can be sent to a thread. */
export interface TileFacts {
  /** Without shapes and without each other. */
  areas: readonly AdminArea[]
  /** The same, in the order of the hierarchy. */
  entered: readonly AdminArea[]
  /** Shapes of settlements. */
  shapes: ReadonlyMap<AdminArea, Rings>
  /** Areas of postcodes. */
  postal: readonly { code: string; rings: Rings }[]
  stated: LocatedNames
  /** Ids of the towns of postcodes: see {@link PostalTowns.towns}. */
  townOfPostcode: ReadonlyMap<string, string>
  townsAround: readonly { at: LatLon; thing: AdminArea }[]
}

/** @param sources Finished. */
export function tileFactsOf(
  { list, hierarchy, postal }: Areas,
  sources: { stated: StatedTowns; postal: PostalTowns; around: TownsAround },
): TileFacts {
  const copies = new Map<AdminArea, AdminArea>()
  const copyOf = (area: AdminArea): AdminArea => {
    const known = copies.get(area)
    if (known) return known
    const { shape: _, otherAreas: __, ...plain } = area
    const copy = { ...plain, parents: [], statedParents: [], houses: [] }
    copies.set(area, copy)
    return copy
  }
  const shaped = list.filter(({ shape, type }) => shape && isSettlementType(type))
  return {
    areas: list.map(copyOf),
    entered: hierarchy.areas.map(copyOf),
    shapes: new Map(shaped.map((area) => [copyOf(area), area.shape!.rings])),
    postal: postal.mapped.map(({ code, shape }) => ({ code, rings: shape.rings })),
    stated: sources.stated.located(copyOf),
    townOfPostcode: sources.postal.towns(),
    townsAround: Array.from(sources.around.all(), ({ at, thing }) => ({
      at,
      thing: copyOf(thing),
    })),
  }
}

/** The look-ups that {@link tilePlaces} needs, made anew on a thread. */
export function tileContextOf(facts: TileFacts): Pick<TileContext, 'areas' | 'context'> {
  for (const [area, rings] of facts.shapes) area.shape = new AreaPolygon(rings)
  const named = new NamedAreas()
  for (const area of facts.entered) named.add(area)
  const grid = new PolygonGrid<string>()
  for (const { code, rings } of facts.postal) grid.add(new AreaPolygon(rings), code)
  const sources: TownSources = {
    stated: {
      areaOf: (statement, countryCode, at) =>
        statedAreaOf(facts.stated, statement, countryCode, at),
    },
    postal: {
      townOf: (postcode, countryCode) => facts.townOfPostcode.get(`${countryCode}:${postcode}`),
    },
    around: new TownsAround(facts.townsAround),
  }
  return {
    areas: { hierarchy: { called: (name, at) => named.settlement(name, at) }, postal: { grid } },
    context: new AreaContext({ list: [...facts.areas] }, sources),
  }
}
