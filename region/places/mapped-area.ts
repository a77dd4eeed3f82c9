import { fold } from '#places/text'
import type { NodeTable } from '../osm/index.ts'
import type { AdminArea } from './admin-area.ts'
import { namesakeMeters } from './area-links.ts'
import { type AreaSource, parseAdminLevel } from './area-sources.ts'
import { mergeNames } from './names.ts'
import { measureMeters } from './plane.ts'

/** An area with its source. */
export interface MappedArea {
  source: AreaSource
  area: AdminArea
}

/** Sources that list a relation as a subarea, by the id of that relation. */
type WiderRelations = ReadonlyMap<number, readonly AreaSource[]>

export function indexBySubarea(sources: readonly AreaSource[]): WiderRelations {
  const wider = new Map<number, AreaSource[]>()
  for (const source of sources)
    for (const subarea of source.subareas) {
      const list = wider.get(subarea)
      if (list) list.push(source)
      else wider.set(subarea, [source])
    }
  return wider
}

/**
 * Drops areas outside the extract. An area whose outline is cut at the edge of the extract is kept only if its centre
 * or a subarea is in the extract, or if it is a subarea of such an area.
 */
export function keepPresent(
  mapped: readonly MappedArea[],
  sources: readonly AreaSource[],
  wider: WiderRelations,
  nodes: NodeTable,
): MappedArea[] {
  const areas = new Map(mapped.map(({ source, area }) => [source, area]))
  const byRelation = new Map(sources.map((source) => [source.relation, source]))
  const isCountry = (source: AreaSource): boolean => areas.get(source)?.type === 'country'
  const inExtract = sources.filter((source) => isInExtract(source, areas.get(source), nodes))
  const starts = inExtract.filter((source) => !isCountry(source))
  const narrower = collectReachable(starts, ({ subareas }) =>
    subareas.flatMap((subarea) => byRelation.get(subarea) ?? []),
  )
  const above = collectReachable(starts, ({ relation }) =>
    (wider.get(relation ?? -1) ?? []).filter((source) => !isCountry(source)),
  )
  const present = new Set([...inExtract, ...narrower, ...above])
  return mapped.filter(({ source }) => present.has(source))
}

function isInExtract(
  { label, adminCentres }: AreaSource,
  area: AdminArea | undefined,
  nodes: NodeTable,
): boolean {
  if (area?.shape && !area.isCut) return true
  if (area?.type === 'country') return false
  if (area && area.radiusMeters > 0) return true
  const centres = label === undefined ? adminCentres : [label, ...adminCentres]
  return centres.some((node) => nodes.get(node) !== undefined)
}

/** Returns everything that can be reached from the start by `next`. */
function collectReachable<T>(start: readonly T[], next: (from: T) => readonly T[]): Set<T> {
  const reached = new Set(start)
  // A loop over a set also visits elements added during the loop.
  for (const from of reached) for (const to of next(from)) reached.add(to)
  return reached
}

/** Merges areas that are mapped twice, such as a suburb mapped as an administrative area and as a place. */
export function mergeDuplicates(mapped: readonly MappedArea[]): MappedArea[] {
  const byLevel = mapped.toSorted((a, b) => readLevel(a) - readLevel(b))
  const kept = new Map<string, MappedArea[]>()
  for (const candidate of byLevel) {
    const { area } = candidate
    const key = `${area.type}:${fold(area.names.name)}`
    const namesakes = kept.get(key) ?? []
    const known = namesakes.find((namesake) => isDuplicate(namesake.area, area))
    if (known) known.area.names = mergeNames(known.area.names, area.names)
    else kept.set(key, [...namesakes, candidate])
  }
  return [...kept.values()].flat()
}

function readLevel({ source }: MappedArea): number {
  return parseAdminLevel(source.tags) ?? 20
}

function isDuplicate(area: AdminArea, other: AdminArea): boolean {
  if (!area.shape || !other.shape) return measureMeters(area.at, other.at) < namesakeMeters
  const ratio = area.shape.areaSquareMeters / other.shape.areaSquareMeters
  return ratio > 0.3 && ratio < 3 && area.shape.contains(other.shape.findInnerPoint())
}

/**
 * Sets the stated parents of each area: the areas that list it as a subarea. A relation that was dropped is replaced
 * by its own parents.
 */
export function setStatedParents(
  mapped: readonly MappedArea[],
  kept: ReadonlySet<AdminArea>,
  wider: WiderRelations,
): void {
  const areas = new Map(mapped.map(({ source, area }) => [source, area]))
  for (const { source, area } of mapped) {
    const seen = new Set<number>()
    const climb = (relation: number | undefined): void => {
      if (relation === undefined || seen.has(relation)) return
      seen.add(relation)
      for (const parentSource of wider.get(relation) ?? []) {
        const parent = areas.get(parentSource)
        if (parent && kept.has(parent)) area.statedParents.push(parent)
        else climb(parentSource.relation)
      }
    }
    climb(source.relation)
  }
}
