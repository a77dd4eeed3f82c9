import { findCellAt } from '#ground/coverage'
import type { LatLon } from '#ground/geo'
import { ApiError } from '#platform/errors'
import { type Cover, cover, type Data, type RegionExtent } from './region-extent.ts'

/** Maximum positions of a request that are compared more closely; a line may have 20,000. */
const maxMeasured = 20

/** A region and its coverage of each position of a request. */
interface Candidate {
  extent: RegionExtent
  covers: readonly Cover[]
}

/**
 * Ranks the regions that may answer a request with these points, the likeliest first. Each later region is used when
 * the ones before it have no data there.
 *
 * 1. Regions that cover all points, ordered by the number of points inside, then by the number of points with roads on
 *    all sides, then by distance, then by size (smallest first). After them, regions whose box contains all points,
 *    since areas reach farther than roads and places.
 * 2. If no region covers some point, the regions that cover the others; their error explains that point.
 * 3. If no region covers any point, the nearest region, then regions whose box contains a point. Regions without the
 *    data are considered only if all are without it.
 *
 * @param data Data that the operation needs.
 * @throws ApiError `across_regions` when no single region covers all the points that lie in some region.
 */
export function rankRegions(
  points: readonly LatLon[],
  extents: readonly RegionExtent[],
  data: Data = 'roads',
): readonly string[] {
  const cells = points.map(findCellAt)
  const candidates = extents.map((extent): Candidate => {
    return { extent, covers: points.map((point, i) => extent.measureCover(point, data, cells[i])) }
  })
  const located = [...points.keys()].filter((i) => candidates.some((each) => isCovered(each, i)))
  if (located.length === 0) return listNames(findNearest(points, extents, data))
  const common = candidates.filter((each) => located.every((i) => isCovered(each, i)))
  if (common.length === 0) throw acrossRegions(listRegionsApart(located, candidates))
  const locatedPoints = located.map((i) => points[i]!)
  const others = extents.filter(
    (extent) =>
      !common.some((each) => each.extent === extent) &&
      locatedPoints.every((p) => extent.mayKnow(p)),
  )
  return listNames([
    ...rankCandidates(common, locatedPoints, data),
    ...sortByDistance(locatedPoints, others, data),
  ])
}

/** Makes an `across_regions` error that names the regions. */
export function acrossRegions(regions: readonly string[]): ApiError {
  const message =
    `The request lies in the regions ${joinNames(regions)}, which are served apart from each other: ` +
    'ask within one of them.'
  return new ApiError('across_regions', message, { fields: { regions: [...regions] } })
}

/** Joins names to a list in a sentence: `a, b and c`. */
export function joinNames(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`
}

const isCovered = ({ covers }: Candidate, point: number): boolean => covers[point] !== cover.none

const listNames = (extents: readonly RegionExtent[]): string[] => extents.map(({ name }) => name)

/** Ranks regions that cover all points, best first. */
function rankCandidates(
  candidates: readonly Candidate[],
  points: readonly LatLon[],
  data: Data,
): RegionExtent[] {
  if (candidates.length === 1) return [candidates[0]!.extent]
  const keyed = candidates.map(({ extent, covers }) => ({
    extent,
    notInside: covers.filter((each) => each !== cover.inside).length,
    notSurrounded: samplePoints(points).filter((point) => !extent.surrounds(point)).length,
    meters: sumMeters(extent, points, data),
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

/** Lists the nearest region to points that no region covers, then those whose box contains a point. */
function findNearest(
  points: readonly LatLon[],
  extents: readonly RegionExtent[],
  data: Data,
): RegionExtent[] {
  const having = extents.filter((extent) => extent.has(data))
  const sorted = sortByDistance(points, having.length > 0 ? having : extents, data)
  return sorted.filter(
    (extent, i) => i === 0 || samplePoints(points).some((point) => extent.mayKnow(point)),
  )
}

function sortByDistance(
  points: readonly LatLon[],
  extents: readonly RegionExtent[],
  data: Data,
): RegionExtent[] {
  if (extents.length < 2) return [...extents]
  const meters = new Map(extents.map((extent) => [extent, sumMeters(extent, points, data)]))
  return extents.toSorted((a, b) => meters.get(a)! - meters.get(b)! || a.share - b.share)
}

/** Sums the distances of points to a region, metres. */
function sumMeters(extent: RegionExtent, points: readonly LatLon[], data: Data): number {
  return samplePoints(points).reduce((sum, point) => sum + extent.metersTo(point, data), 0)
}

/** Samples up to {@link maxMeasured} points evenly. */
function samplePoints(points: readonly LatLon[]): readonly LatLon[] {
  const step = Math.max(1, Math.ceil(points.length / maxMeasured))
  return step === 1 ? points : points.filter((_, i) => i % step === 0)
}

/** Lists a region for each point that the previous ones do not cover. */
function listRegionsApart(located: readonly number[], candidates: readonly Candidate[]): string[] {
  const chosen: Candidate[] = []
  const bySize = candidates.toSorted((a, b) => a.extent.share - b.extent.share)
  for (const point of located) {
    if (chosen.some((each) => isCovered(each, point))) continue
    const best = bySize.reduce((a, b) => (b.covers[point]! < a.covers[point]! ? b : a))
    chosen.push(best)
  }
  return listNames(chosen.map(({ extent }) => extent))
}
