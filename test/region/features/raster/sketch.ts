import type { LandCover } from '#ground/landscape'
import { encodeLandCover } from '#ground/landscape'
import type { PixelGrid } from '../../../../region/elevation/index.ts'
import type { BucketFeature } from '../../../../region/features/index.ts'
import {
  divideGrid,
  paint,
  type Role,
  roles,
  type Window,
} from '../../../../region/features/index.ts'

/** A grid of pixels of about 15 m each way, with its north-west corner at 9 degrees east. */
export function gridAt(lat: number, width: number, height: number): PixelGrid {
  const stepLat = 15 / 111_000
  const stepLon = stepLat / Math.cos((lat * Math.PI) / 180)
  return { west: 9, north: lat, stepLon, stepLat, width, height }
}

type Points = readonly (readonly [x: number, y: number])[]

export interface Sketch {
  what: Role | LandCover
  type: BucketFeature['type']
  /** Parts, in pixels of the grid. */
  parts: readonly Points[]
  rank?: number
}

export const line = (what: Sketch['what'], ...points: Points): Sketch => ({
  what,
  type: 'line',
  parts: [points],
})
export const point = (what: Sketch['what'], x: number, y: number): Sketch => ({
  what,
  type: 'point',
  parts: [[[x, y]]],
})
/** Sketches an area; closes its rings. */
export const area = (what: Sketch['what'], ...rings: Points[]): Sketch => ({
  what,
  type: 'polygon',
  parts: rings.map((ring) => [...ring, ring[0]!]),
})
export const square = (x: number, y: number, side: number): Points => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
]

function sheetOf({ what, type, parts, rank = 0 }: Sketch, { column, row }: Window): BucketFeature {
  const isRole = what in roles
  return {
    roles: isRole ? roles[what as Role] : 0,
    cover: isRole ? 0 : encodeLandCover(what as LandCover),
    rank,
    type,
    parts: parts.map((points) =>
      Float64Array.from(points.flatMap(([x, y]) => [x - column, y - row])),
    ),
  }
}

/** Draws sketches on a square of `side` pixels; `at` reads a band of a pixel. */
export function drawn(
  sketches: readonly Sketch[],
  { side = 60, lat = 46, fallback }: { side?: number; lat?: number; fallback?: LandCover } = {},
) {
  const [window] = divideGrid(gridAt(lat, side, side))
  const pixels = window!.width * window!.height
  const painted = paint(
    sketches.map((sketch) => sheetOf(sketch, window!)),
    window!,
    {
      isInside: new Uint8Array(pixels).fill(1),
      ...(fallback && { fallback: new Uint8Array(pixels).fill(encodeLandCover(fallback)) }),
    },
  )
  type Bands = Exclude<keyof typeof painted, 'counts'>
  return {
    ...painted,
    side,
    at: (band: Bands, column: number, row: number): number => painted[band][row * side + column]!,
  }
}
