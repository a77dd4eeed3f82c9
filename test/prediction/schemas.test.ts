import { describe, expect, test } from 'vitest'
import '#platform/api'
import { PredictRequest } from '#prediction/schemas'

const circle = { type: 'circle', center: { lat: 46.4, lng: -28.4 }, radius_m: 500 }
const ring = [
  [7, 46],
  [7.01, 46],
  [7.01, 46.01],
  [7, 46],
]
const polygon = { type: 'polygon', geometry: { type: 'Polygon', coordinates: [ring] } }
const line = {
  type: 'path',
  geometry: { type: 'LineString', coordinates: ring.slice(0, 2) },
}
const weather = {
  temperature_c: 5,
  precipitation_mmh: 0,
  wind_speed_mps: 3,
  wind_direction_deg: 270,
}
const params = { datetime: '2026-03-14T16:30:00+01:00' }
const request = (change: object = {}) => ({
  profile: 'despondent',
  area: circle,
  params,
  ...change,
})
const withParams = (change: object) => request({ params: { ...params, ...change } })

const refusalOf = (sent: unknown) => {
  const { error } = PredictRequest.safeParse(sent)
  const [issue] = error?.issues ?? []
  return issue && `${issue.path.join('.')} ${issue.message}`
}

describe('a request for a prediction', () => {
  test.each<[string, object]>([
    ['with only the required fields', request()],
    ['for dementia', request({ profile: 'dementia_alzheimers' })],
    ['over a polygon', request({ area: polygon })],
    ['along a path', request({ area: line })],
    [
      'with a height in each position',
      request({
        area: {
          ...line,
          geometry: {
            type: 'LineString',
            coordinates: [
              [7, 46, 900],
              [7.1, 46, 950],
            ],
          },
        },
      }),
    ],
    [
      'with foreign members in its geometry',
      request({
        area: { ...polygon, geometry: { ...polygon.geometry, bbox: [7, 46, 7.01, 46.01] } },
      }),
    ],
    ['in UTC', withParams({ datetime: '2026-03-14T15:30:00Z' })],
    ['with fractions of seconds', withParams({ datetime: '2026-03-14T15:30:00.123Z' })],
    [
      'with all known facts',
      withParams({ age_years: 78.5, initial_bearing_deg: 360, weather, disableWeather: true }),
    ],
    ['for GeoJSON', request({ format: 'geojson' })],
  ])('%s is accepted', (_, sent) => {
    expect(refusalOf(sent)).toBeUndefined()
  })

  test('has a buffer of 50 m and looks weather up by default', () => {
    expect(PredictRequest.parse(request({ area: line }))).toMatchObject({
      area: { buffer_m: 50 },
      params: { disableWeather: false },
    })
  })

  const cases: [string, unknown, RegExp][] = [
    [
      'without a profile',
      request({ profile: undefined }),
      /^profile must be one of despondent, dementia_alzheimers/,
    ],
    ['with an unknown profile', request({ profile: 'hiker' }), /^profile must be one of/],
    ['without an area', request({ area: undefined }), /^area is required|^area must/],
    ['with an unknown type of area', request({ area: { type: 'square' } }), /^area\.type/],
    ['without params', request({ params: undefined }), /^params is required/],
    [
      'with a radius of 0',
      request({ area: { ...circle, radius_m: 0 } }),
      /^area\.radius_m must be more than 0/,
    ],
    [
      'with a radius too large',
      request({ area: { ...circle, radius_m: 5000.01 } }),
      /^area\.radius_m must be at most 5000/,
    ],
    [
      'with lon for lng',
      request({ area: { ...circle, center: { lat: 46, lon: 7 } } }),
      /^area\.center\.lng is required/,
    ],
    [
      'with a latitude beyond a pole',
      request({ area: { ...circle, center: { lat: 90.1, lng: 7 } } }),
      /^area\.center\.lat must be at most 90/,
    ],
    [
      'with a mistyped buffer',
      request({ area: { ...line, buffer: 100 } }),
      /^area has no option "buffer"/,
    ],
    [
      'with a buffer too wide',
      request({ area: { ...line, buffer_m: 501 } }),
      /^area\.buffer_m must be at most 500/,
    ],
    [
      'with a line for a polygon',
      request({ area: { ...polygon, geometry: line.geometry } }),
      /^area\.geometry\.type must be Polygon/,
    ],
    [
      'with a position of one number',
      request({ area: { ...line, geometry: { type: 'LineString', coordinates: [[7], [7, 46]] } } }),
      /^area\.geometry\.coordinates\.0 must be \[lng, lat\]/,
    ],
    [
      'with positions that are objects',
      request({
        area: {
          ...line,
          geometry: { type: 'LineString', coordinates: [{ lat: 46, lng: 7 }, [7, 46]] },
        },
      }),
      /^area\.geometry\.coordinates\.0 must be a list/,
    ],
    [
      'with too many positions',
      request({
        area: { ...line, geometry: { type: 'LineString', coordinates: Array(2001).fill([7, 46]) } },
      }),
      /at most 2000 items/,
    ],
    ['without a time', request({ params: {} }), /^params\.datetime/],
    [
      'with a time without an offset',
      withParams({ datetime: '2026-03-14T16:30:00' }),
      /^params\.datetime must be a date and time with its offset, as 2026/,
    ],
    [
      'with a day only',
      withParams({ datetime: '2026-03-14' }),
      /^params\.datetime must be a date and time/,
    ],
    [
      'on a day that does not exist',
      withParams({ datetime: '2026-02-30T16:30:00Z' }),
      /^params\.datetime must be/,
    ],
    ['with seconds since 1970', withParams({ datetime: 1773502200 }), /^params\.datetime must be/],
    ['with an age of 0', withParams({ age_years: 0 }), /^params\.age_years must be more than 0/],
    ['with a mistyped age', withParams({ age: 78 }), /^params has no option "age"/],
    [
      'with a bearing beyond the circle',
      withParams({ initial_bearing_deg: 361 }),
      /^params\.initial_bearing_deg must be at most 360/,
    ],
    [
      'with half of the weather',
      withParams({ weather: { temperature_c: 5 } }),
      /^params\.weather\.precipitation_mmh is required/,
    ],
    [
      'with negative rain',
      withParams({ weather: { ...weather, precipitation_mmh: -1 } }),
      /^params\.weather\.precipitation_mmh must be at least 0/,
    ],
    [
      'with wind from nowhere',
      withParams({ weather: { ...weather, wind_direction_deg: 400 } }),
      /^params\.weather\.wind_direction_deg must be at most 360/,
    ],
    [
      'with a word that switches the weather off',
      withParams({ disableWeather: 'yes' }),
      /^params\.disableWeather must be true or false/,
    ],
    ['for a picture', request({ format: 'png' }), /^format must be one of footstep, geojson/],
  ]
  test.each(cases)('%s is refused with the field and the reason', (_, sent, why) => {
    expect(refusalOf(sent)).toMatch(why)
  })
})
