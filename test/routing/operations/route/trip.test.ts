import { describe, expect, test } from 'vitest'
import { describeTrip, routeToGeojson } from '#routing/operations'
import { describeStep } from '#routing/operations/route'
import { laneIndications, RouteFeatureCollection, RouteSchema, stepTypes } from '#routing/schemas'
import { maneuver, northward, tripOf } from './trips.ts'

/** One height every 15 m, as requested for an interval of 30 m. */
const rising = Array.from({ length: 41 }, (_, i) => 1_000 + i / 2)
const locations = [
  { lat: 42.5, lon: 1.5 },
  { lat: 42.5054, lon: 1.5 },
  { lat: 42.5108, lon: 1.5000001 },
]
const options = {
  travel: 'auto',
  locations,
  elevationIntervalMeters: 30,
  units: 'miles',
} as const

const twoLegs = tripOf([
  northward(42.5, rising),
  northward(
    42.5054,
    rising.map((h) => h + 20),
  ),
])

describe('a route from the engine', () => {
  test('matches its published schema', async () => {
    const route = await describeTrip(twoLegs, options)
    expect(RouteSchema.strict().parse(JSON.parse(JSON.stringify(route)))).toEqual(route)
  })

  test('has metres, whole seconds, the flags and the bounds of the engine', async () => {
    const route = await describeTrip(twoLegs, options)
    expect(route).toMatchObject({
      distance_meters: 1_200,
      duration_seconds: 121,
      flags: { has_toll: false, has_highway: true, has_ferry: false },
      bounds: { min_lat: 42.5, min_lon: 1.5, max_lat: 42.5108, max_lon: 1.5 },
      units: 'miles',
    })
    expect(route.legs.map(({ distance_meters }) => distance_meters)).toEqual([600, 600])
  })

  test('has the locations of the request as waypoints, to six decimals', async () => {
    const { waypoints } = await describeTrip(twoLegs, options)
    expect(waypoints).toMatchObject([
      { lat: 42.5, lon: 1.5, original_index: 0 },
      { lat: 42.5054, lon: 1.5, original_index: 1 },
      { lat: 42.5108, lon: 1.5, original_index: 2 },
    ])
  })

  test('has the distance from each location to the road, at the end of its leg', async () => {
    // A thousandth of a degree of longitude is 82.2 m at this latitude.
    const beside = locations.map(({ lat, lon }, i) => ({ lat, lon: lon + i / 1_000 }))
    const { waypoints } = await describeTrip(twoLegs, { ...options, locations: beside })
    const meters = waypoints.map((waypoint) => waypoint.snapped_distance_meters)
    expect(meters[0]).toBe(0)
    expect(meters[1]).toBeCloseTo(82.2, 0)
    expect(meters[2]).toBeCloseTo(164.4, 0)
  })

  test('has terrain on the route and on each leg', async () => {
    const { terrain, legs } = await describeTrip(twoLegs, options)
    expect(terrain!.total_ascent_meters).toBeCloseTo(40, 0)
    expect(legs.map((leg) => leg.terrain!.elevation_profile.length)).toEqual([21, 21])
  })

  test('has null terrain where the tiles have no heights', async () => {
    const nowhere = tripOf([northward(42.5, Array(21).fill(-500))])
    const { terrain, legs } = await describeTrip(nowhere, options)
    expect([terrain, legs[0]!.terrain]).toEqual([null, null])
  })

  test('is straight over bridges in the tiles, and flags steps with gates', async () => {
    const valley = rising.map((height, i) => (i > 14 && i < 28 ? height - 200 : height))
    const trip = tripOf([northward(42.5, valley)])
    const tiles = { featuresAlong: async () => ({ structures: [{ from: 1, to: 2 }], gates: [2] }) }
    const { terrain, legs } = await describeTrip(trip, { ...options, tiles })
    expect(terrain!.total_descent_meters).toBe(0)
    expect(legs[0]!.steps.map((step) => step.flags.gate)).toEqual([true, false])
  })

  test('keeps the heights from the engine when the tiles cannot be read', async () => {
    const tiles = { featuresAlong: () => Promise.reject(new Error('damaged')) }
    const { terrain } = await describeTrip(twoLegs, { ...options, tiles })
    expect(terrain!.total_ascent_meters).toBeCloseTo(40, 0)
  })

  test('becomes GeoJSON with lines with all properties but shapes, then waypoints', async () => {
    const route = await describeTrip(twoLegs, options)
    const collection = routeToGeojson({ route, alternates: [route] })
    expect(RouteFeatureCollection.safeParse(JSON.parse(JSON.stringify(collection))).error).toBe(
      undefined,
    )
    expect(collection.features.map(({ properties }) => properties.kind)).toEqual([
      'route',
      'alternate',
      'waypoint',
      'waypoint',
      'waypoint',
    ])
    const line = collection.features[0]!
    expect(line.geometry).toMatchObject({ type: 'LineString' })
    expect(line.properties.leg_coordinate_ranges).toEqual([
      [0, 3],
      [3, 6],
    ])
    expect(JSON.stringify(collection)).not.toContain('"shape"')
    expect(collection.bbox).toEqual([1.5, 42.5, 1.5, 42.5108])
  })
})

describe('a step', () => {
  test('omits optional fields that the engine does not send', () => {
    expect(describeStep(maneuver(), [])).toEqual({
      type: 'continue',
      instruction: 'Continue.',
      street_names: [],
      distance_meters: 250,
      duration_seconds: 12,
      begin_shape_index: 0,
      end_shape_index: 2,
      travel_mode: 'drive',
      flags: { toll: false, ferry: false, rough: false, gate: false, highway: false },
    })
  })

  test('has every field that the engine sends', () => {
    const step = describeStep(
      maneuver({
        type: 20,
        street_names: ['A1'],
        verbal_transition_alert_instruction: 'Soon.',
        verbal_pre_transition_instruction: 'Now.',
        bearing_before: 0,
        bearing_after: 90,
        roundabout_exit_count: 2,
        toll: true,
        highway: true,
        sign: {
          exit_number_elements: [{ text: '12' }, { text: '12A' }],
          exit_toward_elements: [{ text: 'Ordino' }],
        },
        lanes: [
          { directions: 8 | 2, valid: 2 },
          { directions: 2, active: 2 },
          { directions: 64 },
          { directions: 0 },
        ],
      }),
      [],
    )
    expect(step).toMatchObject({
      type: 'exit_right',
      street_names: ['A1'],
      verbal_alert: 'Soon.',
      verbal_instruction: 'Now.',
      bearing_before: 0,
      bearing_after: 90,
      roundabout_exit_count: 2,
      flags: { toll: true, ferry: false, rough: false, gate: false, highway: true },
      exit_sign: { exit_number: '12/12A', exit_toward: 'Ordino' },
      lanes: [
        { indications: ['through', 'left'], valid: true, active: false },
        { indications: ['through'], valid: true, active: true },
        { indications: ['right'], valid: false, active: false },
        { indications: [], valid: false, active: false },
      ],
    })
    expect(Object.keys(step.exit_sign!)).toEqual(['exit_number', 'exit_toward'])
  })

  test.each([
    [0, 'none'],
    [1, 'start'],
    [4, 'destination'],
    [16, 'slight_left'],
    [26, 'roundabout_enter'],
    [28, 'ferry_enter'],
    [38, 'merge_left'],
    [44, 'level_change'],
    [99, 'none'],
  ])('is named by its type: %d is %s', (type, name) => {
    expect(describeStep(maneuver({ type }), []).type).toBe(name)
  })

  test('has all types and lane indications of the engine', () => {
    expect(stepTypes).toHaveLength(45)
    expect(laneIndications).toHaveLength(11)
  })
})
