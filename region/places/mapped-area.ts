import { fold } from '../../lib/text/index.ts'
import type { NodeTable } from '../osm/index.ts'
import type { AdminArea } from './admin-area.ts'
import { namesakeMeters } from './area-links.ts'
import { type AreaSource, adminLevelOf } from './area-sources.ts'
import { mergeNames } from './names.ts'
import { flatMeters } from './plane.ts'

/** An area with what it was made of. */
export interface MappedArea {
  source: AreaSource
  area: AdminArea
}

/** Which relations name an area as a part of theirs. */
type Wholes = ReadonlyMap<number, readonly AreaSource[]>

export function relationsWithSubarea(sources: readonly AreaSource[]): Wholes {
  const wholes = new Map<number, AreaSource[]>()
  for (const source of sources)
    for (const part of source.subareas) {
      const list = wholes.get(part)
      if (list) list.push(source)
      else wholes.set(part, [source])
    }
  return wholes
}

/**
 * An area whose outline is cut off at the edge of the extract is a place of it only where its middle
 * or a part of it is here, or when it is a part of such a one; a neighbour whose border alone is here
 * is not.
 */
export function keepPresent(
  mapped: readonly MappedArea[],
  sources: readonly AreaSource[],
  wholes: Wholes,
  nodes: NodeTable,
): MappedArea[] {
  const areas = new Map(mapped.map(({ source, area }) => [source, area]))
  const byRelation = new Map(sources.map((source) => [source.relation, source]))
  const isCountry = (source: AreaSource): boolean => areas.get(source)?.type === 'country'
  const isHere = (source: AreaSource): boolean => {
    const area = areas.get(source)
    if (area?.shape && !area.isCut) return true
    if (isCountry(source)) return false
    const center =
      source.label === undefined ? source.adminCentres : [source.label, ...source.adminCentres]
    return (area?.radiusMeters ?? 0) > 0 || center.some((node) => nodes.get(node) !== undefined)
  }
  const here = sources.filter(isHere)
  const parts = ({ subareas: parts }: AreaSource) =>
    parts.flatMap((part) => byRelation.get(part) ?? [])
  const above = ({ relation }: AreaSource) =>
    (wholes.get(relation ?? -1) ?? []).filter((whole) => !isCountry(whole))
  const inside = here.filter((source) => !isCountry(source))
  const present = new Set([...here, ...closure(inside, parts), ...closure(inside, above)])
  return mapped.filter(({ source }) => present.has(source))
}

function closure<T>(start: readonly T[], next: (of: T) => readonly T[]): Set<T> {
  const reached = new Set(start)
  // A set that grows is walked to its new end.
  for (const one of reached) for (const other of next(one)) reached.add(other)
  return reached
}

/** A suburb may be mapped as an administrative area and once more as a place. */
export function withoutDuplicates(mapped: readonly MappedArea[]): MappedArea[] {
  const byRank = mapped.toSorted((a, b) => rankOf(a) - rankOf(b))
  const kept = new Map<string, MappedArea[]>()
  for (const one of byRank) {
    const key = `${one.area.type}:${fold(one.area.names.name)}`
    const namesakes = kept.get(key) ?? []
    const double = namesakes.find(({ area }) => isDuplicate(area, one.area))
    if (double) double.area.names = mergeNames(double.area.names, one.area.names)
    else kept.set(key, [...namesakes, one])
  }
  return [...kept.values()].flat()
}

function rankOf({ source }: MappedArea): number {
  return adminLevelOf(source.tags) ?? 20
}

function isDuplicate(area: AdminArea, other: AdminArea): boolean {
  if (!area.shape || !other.shape) return flatMeters(area.at, other.at) < namesakeMeters
  const ratio = area.shape.areaSquareMeters / other.shape.areaSquareMeters
  return ratio > 0.3 && ratio < 3 && area.shape.contains(other.shape.innerPoint())
}

/** An area lies in those that name it as a part, or, where these are no places, in theirs. */
export function setStatedParents(
  mapped: readonly MappedArea[],
  kept: ReadonlySet<AdminArea>,
  wholes: Wholes,
): void {
  const areas = new Map(mapped.map(({ source, area }) => [source, area]))
  for (const { source, area } of mapped) {
    const seen = new Set<number>()
    const climb = (relation: number | undefined): void => {
      if (relation === undefined || seen.has(relation)) return
      seen.add(relation)
      for (const whole of wholes.get(relation) ?? []) {
        const upper = areas.get(whole)
        if (upper && kept.has(upper)) area.statedParents.push(upper)
        else climb(whole.relation)
      }
    }
    climb(source.relation)
  }
}
