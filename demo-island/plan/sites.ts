/**
 * Plan of the island, in metres east and north of the origin. The land and the roads are built around these points, so
 * facts about them are true by construction.
 */
export const islet = { x: 5_700, y: -10_900, reachX: 1_350, reachY: 820 }

/** Bays cut into the coast. */
export const bays = [
  { x: 300, y: -9_700, reach: 2_300 },
  { x: 3_300, y: 9_700, reach: 2_000 },
  { x: -10_900, y: -1_400, reach: 2_200 },
  { x: 11_600, y: -2_600, reach: 2_400 },
  { x: -8_200, y: 6_600, reach: 2_000 },
]

/** Main ridge from west to east, with the height of its crest. */
export const ridge = [
  { x: -9_300, y: 900, crestMeters: 560 },
  { x: -6_600, y: 2_100, crestMeters: 1_020 },
  { x: -4_600, y: 2_000, crestMeters: 1_190 },
  { x: -2_300, y: 2_700, crestMeters: 1_330 },
  { x: 700, y: 2_900, crestMeters: 1_260 },
  { x: 2_900, y: 2_300, crestMeters: 1_030 },
  { x: 5_000, y: 2_900, crestMeters: 1_180 },
  { x: 7_200, y: 2_300, crestMeters: 900 },
  { x: 9_300, y: 1_300, crestMeters: 380 },
]

/** Highest summit; its rise is added to the ridge. */
export const peak = { x: -2_250, y: 2_650, riseMeters: 290 }

export const lakeLevelMeters = 84

export const lakeAxis = [
  { x: 2_750, y: -1_650, halfWidth: 300 },
  { x: 2_500, y: -2_500, halfWidth: 430 },
  { x: 1_900, y: -3_400, halfWidth: 460 },
  { x: 1_500, y: -4_200, halfWidth: 330 },
]

/** Valley floors from the head down; the stream of each follows its line. */
export const valleys = [
  {
    key: 'auvra',
    halfWidth: 240,
    wallMeters: 1_350,
    line: [
      { x: 2_900, y: 900, floorMeters: 440 },
      { x: 3_100, y: -200, floorMeters: 230 },
      { x: 2_800, y: -1_400, floorMeters: 88 },
      { x: 1_500, y: -4_300, floorMeters: 83 },
      { x: 1_750, y: -5_700, floorMeters: 46 },
      { x: 2_150, y: -7_200, floorMeters: 16 },
      { x: 2_500, y: -9_200, floorMeters: 1 },
    ],
  },
  {
    key: 'sura',
    halfWidth: 200,
    wallMeters: 1_350,
    line: [
      { x: -5_250, y: 100, floorMeters: 365 },
      { x: -5_700, y: -1_500, floorMeters: 215 },
      { x: -6_500, y: -3_600, floorMeters: 90 },
      { x: -7_300, y: -6_000, floorMeters: 18 },
      { x: -7_700, y: -8_200, floorMeters: 1 },
    ],
  },
  {
    key: 'nord',
    halfWidth: 200,
    wallMeters: 1_350,
    line: [
      { x: -4_800, y: 3_700, floorMeters: 350 },
      { x: -4_600, y: 5_200, floorMeters: 150 },
      { x: -4_900, y: 7_000, floorMeters: 35 },
      { x: -5_000, y: 9_500, floorMeters: 1 },
    ],
  },
  {
    key: 'glatsch',
    halfWidth: 220,
    wallMeters: 1_350,
    line: [
      { x: 2_900, y: 3_700, floorMeters: 590 },
      { x: 3_100, y: 4_900, floorMeters: 260 },
      { x: 3_400, y: 6_200, floorMeters: 90 },
      { x: 4_200, y: 7_300, floorMeters: 20 },
      { x: 4_700, y: 9_300, floorMeters: 1 },
    ],
  },
  {
    key: 'lavina',
    halfWidth: 25,
    wallMeters: 230,
    line: [
      { x: 7_550, y: -600, floorMeters: 255 },
      { x: 8_040, y: -2_110, floorMeters: 92 },
      { x: 8_350, y: -3_800, floorMeters: 40 },
      { x: 9_000, y: -6_400, floorMeters: 8 },
      { x: 9_600, y: -8_600, floorMeters: 1 },
    ],
  },
]

/** Portals of the road tunnel under the ridge. */
export const tunnel = {
  south: { x: -5_050, y: 260 },
  north: { x: -4_900, y: 3_560 },
}

/** Road pass over the ridge. */
export const pass = { x: 2_900, y: 2_300 }

/** Motorway from its western roundabout to its eastern end; the land along it is a terrace. */
export const motorwayPlan = [
  { x: -5_200, y: -5_350 },
  { x: -4_300, y: -5_450 },
  { x: -2_800, y: -5_650 },
  { x: -1_200, y: -5_650 },
  { x: 300, y: -5_550 },
  { x: 1_900, y: -5_450 },
  { x: 3_600, y: -5_200 },
  { x: 4_900, y: -4_950 },
]
export const interchange = { x: 300, y: -5_550 }

/** Abutments of the road bridge over the Lavina gorge. */
export const gorgeBridge = { west: { x: 7_770, y: -2_060 }, east: { x: 8_310, y: -2_160 } }

/** Berths of the ferry, and its line between them. */
export const ferryLine = [
  { x: 330, y: -8_240 },
  { x: 900, y: -9_050 },
  { x: 3_000, y: -10_300 },
  { x: 4_480, y: -10_650 },
]
