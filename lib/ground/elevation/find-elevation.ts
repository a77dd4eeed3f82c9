import {
  countResampled,
  type LatLon,
  makeRounder,
  measureGeodesicsInSteps,
  resampleInSteps,
  roundMeters,
  roundPosition,
} from '#ground/geo'
import { pause, runInSlices, type Timed, untimed } from '#platform/concurrency'
import { ApiError } from '#platform/errors'
import type { Elevation } from './elevation.ts'
import {
  type ElevationRequest,
  type ElevationResponse,
  maxSamples,
  spacingLimits,
} from './schemas/index.ts'
import { summarise } from './summary.ts'

export interface ElevationContext {
  signal?: AbortSignal
  /** Called with each warning for the response. */
  warn(text: string): void
  /** Measures the stages of the call. */
  timed?: Timed
}

/** Distance between positions above which the ascent may miss hills. */
const wideSpacingMeters = 60

/**
 * Finds heights along a line: at its positions or, resampled, at even distances. With `range` also returns distances,
 * ascent and descent.
 *
 * @throws ApiError `bad_request` when resampling would produce too many samples, `service_unavailable`.
 */
export async function findElevation(
  elevation: Elevation,
  request: ElevationRequest,
  { signal, warn, timed = untimed }: ElevationContext,
): Promise<ElevationResponse> {
  const line = await timed('measure', () => listLinePositions(request, signal))
  const heights = await timed('read', () => elevation.heightsAt(line.positions, signal))
  await pause(signal)
  return await timed('describe', () => {
    warnOfGaps(heights, warn)
    return describeHeights(heights, request, line, { warn, signal })
  })
}

async function describeHeights(
  heights: readonly (number | null)[],
  { range, height_precision }: ElevationRequest,
  { positions, distances }: Line,
  { warn, signal }: Pick<ElevationContext, 'warn' | 'signal'>,
): Promise<ElevationResponse> {
  if (range && distances) warnOfWideSpacing(distances, warn)
  const rounded = heights.map(acceptNull(makeRounder(height_precision)))
  await pause(signal)
  const shape = positions.map(roundPosition)
  await pause(signal)
  return {
    shape,
    ...(range && distances
      ? {
          range_height: rounded.map((height, i): [number, number | null] => [
            roundMeters(distances[i]!),
            height,
          ]),
          summary: summarise(heights, distances),
        }
      : { height: rounded, summary: summarise(heights) }),
  }
}

interface Line {
  positions: readonly LatLon[]
  distances?: Float64Array
}

/** Returns the positions of the heights. Includes distances along the line only if they are needed. */
async function listLinePositions(
  { shape, encoded_polyline, range, resample_distance }: ElevationRequest,
  signal?: AbortSignal,
): Promise<Line> {
  const line = shape ?? encoded_polyline ?? []
  if (resample_distance === undefined) {
    if (!range) return { positions: line }
    return { positions: line, distances: await runInSlices(measureGeodesicsInSteps(line), signal) }
  }
  const along = await runInSlices(measureGeodesicsInSteps(line), signal)
  assertSampleCount(along.at(-1) ?? 0, resample_distance)
  return await runInSlices(resampleInSteps(line, along, resample_distance), signal)
}

function assertSampleCount(lengthMeters: number, spacingMeters: number): void {
  const count = countResampled(lengthMeters, spacingMeters)
  if (count <= maxSamples) return
  const figure = (value: number) => value.toLocaleString('en-US')
  // Rounded up to a tenth of a metre, so that the suggestion works.
  const min = Math.ceil((lengthMeters / (maxSamples - 1)) * 10) / 10
  const change =
    min <= spacingLimits.max
      ? `the smallest resample_distance for it is ${min}`
      : `at ${figure(spacingLimits.max)} m too it would be too many: send it in parts`
  const message =
    `would give ${figure(count)} samples of this line of ${figure(Math.round(lengthMeters / 1000))} km, ` +
    `and ${figure(maxSamples)} are the most; ${change}`
  throw new ApiError('bad_request', `resample_distance ${message}.`, {
    fields: { details: [{ path: 'resample_distance', message }] },
  })
}

function acceptNull(round: (value: number) => number) {
  return (value: number | null) => (value === null ? null : round(value))
}

function warnOfGaps(heights: readonly (number | null)[], warn: (text: string) => void): void {
  const missing = heights.filter((height) => height === null).length
  if (missing === 0) return
  const how =
    missing === heights.length ? 'every height is' : `${missing} of ${heights.length} heights are`
  warn(`${how} null: there is no elevation data there`)
}

function warnOfWideSpacing(distances: Float64Array, warn: (text: string) => void): void {
  const isWide = distances.some(
    (distance, i) => distance - (distances[i - 1] ?? 0) > wideSpacingMeters,
  )
  if (!isWide) return
  warn(
    `ascent and descent may miss hills between positions over ${wideSpacingMeters} m apart: ` +
      'set a smaller resample_distance',
  )
}
