import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { makeCosting } from '#routing/operations'
import { optionsSchemas, RouteRequest, type TravelType, travelTypes } from '#routing/schemas'

/** Ranges in the engine's code (src/sif, 3.6.1), stated independently of the schemas: kind, least, most. */
type Range = readonly ['number' | 'integer', number, number]

const seconds: Range = ['number', 0, 43_200]
const factor: Range = ['number', 0.1, 100_000]
const share: Range = ['number', 0, 1]

const motor = {
  maneuver_penalty: seconds,
  gate_cost: seconds,
  gate_penalty: seconds,
  private_access_penalty: seconds,
  destination_only_penalty: seconds,
  toll_booth_cost: seconds,
  toll_booth_penalty: seconds,
  ferry_cost: seconds,
  use_ferry: share,
  rail_ferry_cost: seconds,
  use_rail_ferry: share,
  use_highways: share,
  use_tolls: share,
  use_living_streets: share,
  use_tracks: share,
  alley_penalty: seconds,
  alley_factor: factor,
  service_penalty: seconds,
  service_factor: factor,
  country_crossing_cost: seconds,
  country_crossing_penalty: seconds,
  top_speed: ['integer', 10, 252],
  fixed_speed: ['integer', 0, 252],
  height: ['number', 0, 10],
  width: ['number', 0, 10],
  closure_factor: ['number', 1, 10],
} as const

const ranges: Record<TravelType, Record<string, Range>> = {
  auto: { ...motor, use_distance: share },
  bus: { ...motor, use_distance: share },
  truck: {
    ...motor,
    length: ['number', 0, 50],
    weight: ['number', 0, 100],
    axle_load: ['number', 0, 40],
    axle_count: ['integer', 2, 20],
    use_truck_route: share,
    low_class_penalty: seconds,
    hgv_no_access_penalty: seconds,
    top_speed: ['number', 10, 252],
  },
  bicycle: {
    cycling_speed: ['number', 5, 60],
    use_roads: share,
    use_hills: share,
    avoid_bad_surfaces: share,
    use_ferry: share,
    use_living_streets: share,
    gate_penalty: seconds,
    alley_penalty: seconds,
  },
  pedestrian: {
    walking_speed: ['number', 0.5, 25],
    use_hills: share,
    max_hiking_difficulty: ['integer', 0, 6],
    use_lit: share,
    step_penalty: seconds,
    max_grade: ['integer', 0, 90],
    max_distance: ['integer', 0, 100_000],
    walkway_factor: factor,
    sidewalk_factor: factor,
    alley_factor: factor,
    driveway_factor: factor,
    elevator_penalty: seconds,
    use_ferry: share,
    use_living_streets: share,
    use_tracks: share,
    service_penalty: seconds,
    destination_only_penalty: seconds,
    private_access_penalty: seconds,
  },
}

const exclusions = ['bridges', 'tunnels', 'tolls', 'highways', 'ferries'].map((x) => `exclude_${x}`)
const motorFlags = [
  ...exclusions,
  'exclude_unpaved',
  'exclude_cash_only_tolls',
  'include_hot',
  'include_hov2',
  'include_hov3',
  'shortest',
]

const flags: Record<TravelType, string[]> = {
  auto: motorFlags,
  bus: motorFlags,
  truck: [...motorFlags, 'hazmat'],
  bicycle: ['shortest'],
  pedestrian: ['shortest'],
}

const choices: Record<TravelType, Record<string, string[]>> = {
  auto: {},
  bus: {},
  truck: {},
  bicycle: { bicycle_type: ['road', 'hybrid', 'cross', 'mountain'] },
  pedestrian: { type: ['foot', 'wheelchair', 'blind'] },
}

const everyRange = travelTypes.flatMap((travel) =>
  Object.entries(ranges[travel]).map(([key, range]) => ({ travel, key, range })),
)

const locations = [
  { lat: 42.5, lon: 1.5 },
  { lat: 42.6, lon: 1.6 },
]

function accepts(travel: TravelType, options: Record<string, unknown>): boolean {
  return RouteRequest.safeParse({ locations, travel, travel_options: { [travel]: options } })
    .success
}

describe('travel_options', () => {
  test.each(travelTypes)('are exactly the documented options for %s', (travel) => {
    const documented = [
      ...Object.keys(ranges[travel]),
      ...flags[travel],
      ...Object.keys(choices[travel]),
    ]
    expect(Object.keys(optionsSchemas[travel].shape).sort()).toEqual(documented.sort())
  })

  test('accept every bound and nothing beyond it', () => {
    for (const { travel, key, range } of everyRange) {
      const [kind, least, most] = range
      const beyond = kind === 'integer' ? 1 : 1e-6
      const name = `${travel}.${key}`
      expect([name, accepts(travel, { [key]: least })]).toEqual([name, true])
      expect([name, accepts(travel, { [key]: most })]).toEqual([name, true])
      expect([name, accepts(travel, { [key]: least - beyond })]).toEqual([name, false])
      expect([name, accepts(travel, { [key]: most + beyond })]).toEqual([name, false])
    }
  })

  test('accept every value within the range, and no fraction for an integer', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...everyRange),
        fc.double({ min: 0, max: 1, noNaN: true }),
        ({ travel, key, range: [kind, least, most] }, share) => {
          const value = least + share * (most - least)
          const whole = Math.round(value)
          expect(accepts(travel, { [key]: kind === 'integer' ? whole : value })).toBe(true)
          if (kind === 'integer') expect(accepts(travel, { [key]: whole + 0.5 })).toBe(false)
        },
      ),
    )
  })

  test.each(['1', null, true, [1], {}, Number.NaN, Infinity])('refuse %s as a number', (value) => {
    for (const { travel, key } of everyRange) {
      expect([travel, key, accepts(travel, { [key]: value })]).toEqual([travel, key, false])
    }
  })

  test('accept only true and false for a flag', () => {
    for (const travel of travelTypes) {
      for (const key of flags[travel]) {
        expect(accepts(travel, { [key]: true }) && accepts(travel, { [key]: false })).toBe(true)
        expect(accepts(travel, { [key]: 1 }) || accepts(travel, { [key]: 'true' })).toBe(false)
      }
    }
  })

  test('accept only the documented words for a choice', () => {
    for (const travel of travelTypes) {
      for (const [key, words] of Object.entries(choices[travel])) {
        for (const word of words) expect(accepts(travel, { [key]: word })).toBe(true)
        expect(accepts(travel, { [key]: 'unicycle' })).toBe(false)
      }
    }
  })

  test('refuse unsafe and misspelt names', () => {
    for (const key of ['ignore_closures', 'ignore_oneways', 'ignore_access', 'hieght']) {
      expect(accepts('truck', { [key]: 3 }) || accepts('truck', { [key]: true })).toBe(false)
    }
  })

  test('are not validated for another travel type', () => {
    const parsed = RouteRequest.safeParse({
      locations,
      travel: 'auto',
      travel_options: { truck: { height: 99, nonsense: true }, bicycle: 'fast' },
    })
    expect(parsed.success).toBe(true)
  })

  test('are refused under an unknown travel type', () => {
    const { error } = RouteRequest.safeParse({ locations, travel_options: { walking_speed: 4 } })
    expect(error?.issues).toMatchObject([{ path: ['travel_options', 'walking_speed'] }])
  })

  test('name the path of a wrong option', () => {
    const { error } = RouteRequest.safeParse({
      locations,
      travel: 'truck',
      travel_options: { truck: { height: 12 } },
    })
    expect(error?.issues).toMatchObject([{ path: ['travel_options', 'truck', 'height'] }])
  })
})

describe('costing', () => {
  test('passes the matching options to the engine and warns about the others', () => {
    const warnings: string[] = []
    const travel_options = { truck: { height: 4 }, auto: { use_tolls: 0 }, bus: 7 }
    const costing = makeCosting('truck', { travel_options }, (text) => warnings.push(text))
    expect(costing).toMatchObject({ costing: 'truck', costing_options: { truck: { height: 4 } } })
    expect(warnings).toEqual([
      'ignored travel_options.auto: the travel type is truck',
      'ignored travel_options.bus: the travel type is truck',
    ])
  })

  test('does not warn about options that another requested travel type uses', () => {
    const warnings: string[] = []
    const travel_options = { truck: { height: 4 }, auto: { use_tolls: 0 } }
    makeCosting('truck', { travel_options }, (text) => warnings.push(text), ['truck', 'auto'])
    expect(warnings).toEqual([])
  })

  test('limits a truck to 90 km/h unless the request says otherwise', () => {
    const topSpeed = (travel_options?: { truck: { top_speed: number } }) =>
      makeCosting('truck', { travel_options }, () => {}).costing_options
    expect(topSpeed()).toEqual({ truck: { top_speed: 90 } })
    expect(topSpeed({ truck: { top_speed: 80 } })).toEqual({ truck: { top_speed: 80 } })
  })

  test('lets a walker take hills, but not a wheelchair, unless the request says otherwise', () => {
    const options = (pedestrian?: object) =>
      makeCosting('pedestrian', { travel_options: { pedestrian } }, () => {}).costing_options
    expect(options()).toMatchObject({ pedestrian: { use_hills: 0.9 } })
    expect(options({ use_hills: 0.2 })).toMatchObject({ pedestrian: { use_hills: 0.2 } })
    expect(options({ type: 'wheelchair' })).toEqual({ pedestrian: { type: 'wheelchair' } })
  })
})
