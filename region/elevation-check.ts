import type { Bounds } from '#ground/geo'
import {
  type BuiltElevation,
  computeGridBounds,
  type DegreeCell,
  type DemSource,
  land,
  listNeededCells,
  measureCoveredShare,
} from './elevation/index.ts'
import { RegionError } from './errors.ts'
import { mergeBounds } from './osm/index.ts'

function describeBounds({ min_lat, min_lon, max_lat, max_lon }: Bounds): string {
  const degrees = (value: number): string => value.toFixed(2)
  return `latitude ${degrees(min_lat)} to ${degrees(max_lat)}, longitude ${degrees(min_lon)} to ${degrees(max_lon)}`
}

function area({ min_lat, min_lon, max_lat, max_lon }: Bounds): number {
  return (max_lat - min_lat) * (max_lon - min_lon)
}

/** Minimum covered share without a warning: neighbouring tiles may leave out a sample along their edges. */
const fullCoverShare = 0.995

/**
 * Compares the bounds of the elevation and of the roads.
 *
 * @param roads The bounds of each extract: between extracts there is nothing to cover.
 * @returns The cells to convert, and warnings.
 * @throws RegionError if they do not overlap at all.
 */
export function planElevation(
  roads: readonly Bounds[],
  sources: readonly DemSource[],
): { cells: DegreeCell[]; warnings: string[] } {
  if (sources.length === 0)
    return {
      cells: [],
      warnings: [
        'There is no elevation: routes have no terrain, hills do not slow anybody, and there are no predictions.',
      ],
    }
  const boxes = sources.map((source) => computeGridBounds(source.grid))
  const total = roads.reduce((sum, box) => sum + area(box), 0)
  const covered = roads.reduce((sum, box) => sum + area(box) * measureCoveredShare(box, boxes), 0)
  const share = covered / total
  if (share === 0)
    throw new RegionError(
      `The elevation does not overlap the roads: it lies at ${describeBounds(mergeBounds(boxes))}, the roads at ${describeBounds(mergeBounds(roads))}.`,
    )
  const warnings =
    share < fullCoverShare
      ? [
          `The elevation covers ${Math.floor(share * 100)} % of the region; roads outside have none.`,
        ]
      : []
  return { cells: listNeededCells(roads, boxes), warnings }
}

/** Returns warnings about the heights. */
export function describeWarnings({ range, gaps }: BuiltElevation): string[] {
  const warnings: string[] = []
  if (range && (range.lowest < land.lowestMeters || range.highest > land.highestMeters))
    warnings.push(
      `Heights go from ${range.lowest} to ${range.highest} m: if one of these stands for no data, the elevation file does not declare it.`,
    )
  const gapPercent = ((100 * gaps.closed) / gaps.samples).toFixed(1)
  if (gapPercent !== '0.0' && gaps.samples > 0)
    warnings.push(
      `The elevation has gaps: ${gapPercent} % of the heights that routing uses are estimated from others up to 1.2 km away.`,
    )
  return warnings
}
