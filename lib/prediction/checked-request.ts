import { getResolution, isValidCell } from 'h3-js'
import { areaLimits, checkedPolygon, measureArea, refusal, resolutionOf } from './area/index.ts'
import type { CheckedPolygon, LonLat, Search, SearchArea, Segment } from './prediction.ts'
import type { PredictRequest } from './schemas/index.ts'

/** The places of a request, found valid. */
export interface CheckedPlaces {
  area: SearchArea
  segments?: readonly Segment[]
  searches?: readonly Search[]
}

const checked = new WeakMap<PredictRequest, CheckedPlaces>()

/**
 * Checks what a schema cannot: areas, segments and searched ground as geometries. Needs no data of the region,
 * so that it comes before opening any. The second call for a request costs nothing.
 *
 * @throws ApiError `bad_request` with the field and the reason.
 */
export function checkedPlaces(request: PredictRequest): CheckedPlaces {
  let places = checked.get(request)
  if (!places) {
    places = check(request)
    checked.set(request, places)
  }
  return places
}

function check({ area: sent, params, segments, searched }: PredictRequest): CheckedPlaces {
  const area = searchAreaOf(sent)
  measureArea(area)
  if (params.origin_uncertainty_m > 0 && area.type !== 'circle') {
    throw refusal(
      'params.origin_uncertainty_m',
      'is for a circle: in a polygon the person may have started anywhere, and a path has no origin',
    )
  }
  return {
    area,
    ...(segments && { segments: segmentsOf(segments) }),
    ...(searched?.length && { searches: searchesOf(searched, area) }),
  }
}

function searchAreaOf(area: PredictRequest['area']): SearchArea {
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

function segmentsOf(segments: NonNullable<PredictRequest['segments']>): Segment[] {
  assertPositions(
    segments.map(({ geometry }) => geometry.coordinates),
    'segments',
  )
  return segments.map(({ name, geometry }, i) => ({
    name,
    polygon: overlayPolygon(geometry.coordinates, `segments.${i}.geometry.coordinates`),
  }))
}

function searchesOf(searched: NonNullable<PredictRequest['searched']>, area: SearchArea): Search[] {
  assertPositions(
    searched.flatMap(({ geometry }) => (geometry ? [geometry.coordinates] : [])),
    'searched',
  )
  return searched.map(
    ({ geometry, hexes = [], probability_of_detection: probabilityOfDetection }, i) => {
      if (!geometry) {
        assertCells(hexes, resolutionOf(area), `searched.${i}.hexes`)
        return { hexes, probabilityOfDetection }
      }
      const path = `searched.${i}.geometry.coordinates`
      return { polygon: overlayPolygon(geometry.coordinates, path), probabilityOfDetection }
    },
  )
}

function overlayPolygon(rings: readonly (readonly LonLat[])[], path: string): CheckedPolygon {
  return checkedPolygon(rings, { path, maxSquareKilometers: areaLimits.overlaySquareKilometers })
}

function assertPositions(polygons: readonly (readonly (readonly LonLat[])[])[], path: string) {
  const count = polygons.flat().reduce((sum, ring) => sum + ring.length, 0)
  const max = areaLimits.overlayPositions
  if (count > max) {
    const [most, found] = [max, count].map((number) => number.toLocaleString('en-US'))
    throw refusal(path, `must have at most ${most} positions in all; they have ${found}`)
  }
}

function assertCells(hexes: readonly string[], resolution: number, path: string): void {
  hexes.forEach((id, i) => {
    if (isValidCell(id) && getResolution(id) === resolution) return
    const found = isValidCell(id) ? `, not ${getResolution(id)}` : ''
    throw refusal(
      `${path}.${i}`,
      `must be an H3 index of resolution ${resolution}, which this area has${found}`,
    )
  })
}
