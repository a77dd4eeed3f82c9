import { getResolution, isValidCell } from 'h3-js'
import {
  areaLimits,
  createRefusal,
  measureArea,
  selectResolution,
  validatePolygon,
} from './area/index.ts'
import type { CheckedPolygon, LonLat, Search, SearchArea, Segment } from './prediction.ts'
import type { PredictRequest } from './schemas/index.ts'

/** Validated geometries of a request. */
export interface CheckedPlaces {
  area: SearchArea
  segments?: readonly Segment[]
  searches?: readonly Search[]
}

const checked = new WeakMap<PredictRequest, CheckedPlaces>()

/**
 * Validates the geometries of a request, which a schema cannot: the area, segments and searched ground. It needs no
 * data of the region, so it runs before any is opened. The result is cached per request.
 *
 * @throws ApiError `bad_request` with the field and the reason when a geometry is invalid.
 */
export function validatePlaces(request: PredictRequest): CheckedPlaces {
  let places = checked.get(request)
  if (!places) {
    places = check(request)
    checked.set(request, places)
  }
  return places
}

function check({ area: sent, params, segments, searched }: PredictRequest): CheckedPlaces {
  const area = toSearchArea(sent)
  // Throws when the area is too large.
  measureArea(area)
  if (params.origin_uncertainty_m > 0 && area.type !== 'circle') {
    throw createRefusal(
      'params.origin_uncertainty_m',
      'is for a circle: in a polygon the person may have started anywhere, and a path has no origin',
    )
  }
  return {
    area,
    ...(segments && { segments: validateSegments(segments) }),
    ...(searched?.length && { searches: validateSearches(searched, area) }),
  }
}

function toSearchArea(area: PredictRequest['area']): SearchArea {
  switch (area.type) {
    case 'circle':
      return {
        type: 'circle',
        center: { lat: area.center.lat, lon: area.center.lng },
        radiusMeters: area.radius_m,
      }
    case 'polygon':
      return { type: 'polygon', rings: area.geometry.coordinates }
    case 'path':
      return { type: 'path', line: area.geometry.coordinates, bufferMeters: area.buffer_m }
  }
}

function validateSegments(segments: NonNullable<PredictRequest['segments']>): Segment[] {
  assertPositions(
    segments.map(({ geometry }) => geometry.coordinates),
    'segments',
  )
  return segments.map(({ name, geometry }, i) => ({
    name,
    polygon: validateOverlay(geometry.coordinates, `segments.${i}.geometry.coordinates`),
  }))
}

function validateSearches(
  searched: NonNullable<PredictRequest['searched']>,
  area: SearchArea,
): Search[] {
  assertPositions(
    searched.flatMap(({ geometry }) => (geometry ? [geometry.coordinates] : [])),
    'searched',
  )
  return searched.map(
    ({ geometry, hexes = [], probability_of_detection: probabilityOfDetection }, i) => {
      if (!geometry) {
        assertCells(hexes, selectResolution(area), `searched.${i}.hexes`)
        return { hexes, probabilityOfDetection }
      }
      const path = `searched.${i}.geometry.coordinates`
      return { polygon: validateOverlay(geometry.coordinates, path), probabilityOfDetection }
    },
  )
}

function validateOverlay(rings: readonly (readonly LonLat[])[], path: string): CheckedPolygon {
  return validatePolygon(rings, { path, maxSquareKilometers: areaLimits.overlaySquareKilometers })
}

function assertPositions(polygons: readonly (readonly (readonly LonLat[])[])[], path: string) {
  const count = polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
  const max = areaLimits.overlayPositions
  if (count > max) {
    const [most, found] = [max, count].map((number) => number.toLocaleString('en-US'))
    throw createRefusal(path, `must have at most ${most} positions in all; they have ${found}`)
  }
}

function assertCells(hexes: readonly string[], resolution: number, path: string): void {
  hexes.forEach((id, i) => {
    if (isValidCell(id) && getResolution(id) === resolution) return
    const found = isValidCell(id) ? `, not ${getResolution(id)}` : ''
    throw createRefusal(
      `${path}.${i}`,
      `must be an H3 index of resolution ${resolution}, which this area has${found}`,
    )
  })
}
