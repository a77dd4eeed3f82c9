import { fold } from '#places/text'
import type { NodeTable } from '../osm/index.ts'
import type { AdminArea } from './admin-area.ts'
import { namesakeMeters } from './area-links.ts'
import { type AreaSource, adminLevelOf } from './area-sources.ts'
import { mergeNames } from './names.ts'
import { flatMeters } from './plane.ts'

/** An area with its source. */
export interface MappedArea {
  source: AreaSource
  area: AdminArea
}

/** Relations that have a relation as a subarea, by its id. */
type WiderRelations = ReadonlyMap<number, readonly AreaSource[]>

export function relationsWithSubarea(sources: readonly AreaSource[]): WiderRelations {
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
 * Drops areas outside the extract. An area whose outline is cut at the edge of the extract stays only if its
 * centre or a subarea is in the extract, or if it is a subarea of such an area.
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
  const narrower = closure(starts, ({ subareas }) =>
    subareas.flatMap((subarea) => byRelation.get(subarea) ?? []),
  )
  const above = closure(starts, ({ relation }) =>
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

/** Everything that `next` leads to from the start. */
function closure<T>(start: readonly T[], next: (from: T) => readonly T[]): Set<T> {
  const reached = new Set(start)
  // Iterating a set visits what is added meanwhile.
  for (const from of reached) for (const to of next(from)) reached.add(to)
  return reached
}

/** Merges areas that are mapped twice: a suburb as an administrative area and as a place. */
export function withoutDuplicates(mapped: readonly MappedArea[]): MappedArea[] {
  const byLevel = mapped.toSorted((a, b) => levelOf(a) - levelOf(b))
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

function levelOf({ source }: MappedArea): number {
  return adminLevelOf(source.tags) ?? 20
}

function isDuplicate(area: AdminArea, other: AdminArea): boolean {
  if (!area.shape || !other.shape) return flatMeters(area.at, other.at) < namesakeMeters
  const ratio = area.shape.areaSquareMeters / other.shape.areaSquareMeters
  return ratio > 0.3 && ratio < 3 && area.shape.contains(other.shape.innerPoint())
}

/** Sets the areas that have an area as a subarea. A relation that was dropped is replaced by its own. */
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
