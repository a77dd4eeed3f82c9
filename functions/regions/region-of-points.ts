import { cellAt } from '#ground/coverage'
import type { LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { type Cover, cover, type Data, type RegionExtent } from './region-extent.ts'

/** Positions of a request that are compared more closely: a line may have 20,000. */
const maxMeasured = 20

/** A region, and how well it covers each position of a request. */
interface Candidate {
  extent: RegionExtent
  covers: readonly Cover[]
}

/**
 * The regions that may answer a request with these points, the likeliest first; each after the first is for the
 * case that those before it have nothing there:
 *
 * 1. Of regions that cover all points: those with the most points inside, then those with roads on all sides of the
 *    most points, then the nearest, then the smallest.
 *    Behind them those whose box has all points, since areas reach farther than roads and places.
 * 2. Where no region covers some point, the one that covers the others: it says what is wrong with that point.
 * 3. Where no region covers any point, the nearest, and those whose box has a point; of regions with and without the
 *    data those with it.
 *
 * @param data What the operation needs.
 * @throws ApiError `across_regions` when no region covers all points that are in one.
 */
export function regionsOfPoints(
  points: readonly LatLon[],
  extents: readonly RegionExtent[],
  data: Data = 'roads',
): readonly string[] {
  const cells = points.map(cellAt)
  const candidates = extents.map((extent): Candidate => {
    return { extent, covers: points.map((point, i) => extent.coverOf(point, data, cells[i])) }
  })
  const located = [...points.keys()].filter((i) => candidates.some((each) => isCovered(each, i)))
  if (located.length === 0) return namesOf(nearestTo(points, extents, data))
  const common = candidates.filter((each) => located.every((i) => isCovered(each, i)))
  if (common.length === 0) throw acrossRegions(regionsApart(located, candidates))
  const locatedPoints = located.map((i) => points[i]!)
  const others = extents.filter(
    (extent) =>
      !common.some((each) => each.extent === extent) &&
      locatedPoints.every((p) => extent.mayKnow(p)),
  )
  return namesOf([
    ...ranked(common, locatedPoints, data),
    ...byDistance(locatedPoints, others, data),
  ])
}

/** `across_regions`, which names the regions. */
export function acrossRegions(regions: readonly string[]): ApiError {
  const message =
    `The request lies in the regions ${listed(regions)}, which are served apart from each other: ` +
    'ask within one of them.'
  return new ApiError('across_regions', message, { fields: { regions: [...regions] } })
}

/** Names as a list in a sentence: `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const isCovered = ({ covers }: Candidate, point: number): boolean => covers[point] !== cover.none

const namesOf = (extents: readonly RegionExtent[]): string[] => extents.map(({ name }) => name)

/** Regions that cover all points, best first. */
function ranked(
  candidates: readonly Candidate[],
  points: readonly LatLon[],
  data: Data,
): RegionExtent[] {
  if (candidates.length === 1) return [candidates[0]!.extent]
  const keyed = candidates.map(({ extent, covers }) => ({
    extent,
    notInside: covers.filter((each) => each !== cover.inside).length,
    notSurrounded: chosen(points).filter((point) => !extent.surrounds(point)).length,
    meters: metersTo(extent, points, data),
  }))
  keyed.sort(
    (a, b) =>
      a.notInside - b.notInside ||
      (data === 'roads' ? a.notSurrounded - b.notSurrounded : 0) ||
      a.meters - b.meters ||
      a.extent.share - b.extent.share,
  )
  return keyed.map(({ extent }) => extent)
}

/** The nearest region to points that none covers, then those whose box has a point. */
function nearestTo(
  points: readonly LatLon[],
  extents: readonly RegionExtent[],
  data: Data,
): RegionExtent[] {
  const having = extents.filter((extent) => extent.has(data))
  const sorted = byDistance(points, having.length > 0 ? having : extents, data)
  return sorted.filter(
    (extent, i) => i === 0 || chosen(points).some((point) => extent.mayKnow(point)),
  )
}

function byDistance(
  points: readonly LatLon[],
  extents: readonly RegionExtent[],
  data: Data,
): RegionExtent[] {
  if (extents.length < 2) return [...extents]
  const meters = new Map(extents.map((extent) => [extent, metersTo(extent, points, data)]))
  return extents.toSorted((a, b) => meters.get(a)! - meters.get(b)! || a.share - b.share)
}

/** The sum of the distances of points to a region. */
function metersTo(extent: RegionExtent, points: readonly LatLon[], data: Data): number {
  return chosen(points).reduce((sum, point) => sum + extent.metersTo(point, data), 0)
}

/** A few points, evenly chosen of many. */
function chosen(points: readonly LatLon[]): readonly LatLon[] {
  const step = Math.max(1, Math.ceil(points.length / maxMeasured))
  return step === 1 ? points : points.filter((_, i) => i % step === 0)
}

/** A region for each point that those before do not cover. */
function regionsApart(located: readonly number[], candidates: readonly Candidate[]): string[] {
  const chosen: Candidate[] = []
  const bySize = candidates.toSorted((a, b) => a.extent.share - b.extent.share)
  for (const point of located) {
    if (chosen.some((each) => isCovered(each, point))) continue
    const best = bySize.reduce((a, b) => (b.covers[point]! < a.covers[point]! ? b : a))
    chosen.push(best)
  }
  return namesOf(chosen.map(({ extent }) => extent))
}
