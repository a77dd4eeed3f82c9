import type { Profile } from '../prediction.ts'
import { assumed, type Figure, figure } from './figure.ts'

/** Kinds of country in which people went missing, as in the UK counts. */
export const incidentTerrains = [
  'urban',
  'farmland',
  'woodland',
  'moor',
  'water_margin',
  'crag',
] as const

export type IncidentTerrain = (typeof incidentTerrains)[number]

/** Shares and densities of the ground classes in a kind of country. */
export interface TerrainGround {
  /** Share of the ground that is within reach of a building. */
  structure: Figure
  /** Density of roads and paths. */
  roadPath: Figure
  /** Density of hedges, walls, banks and railways. */
  linear: Figure
  /** Density of rivers, streams and ditches. */
  drainage: Figure
  /** Share of open water and the strip along it, away from buildings and lines. */
  water: Figure
  /** Share of wood, away from buildings and lines; the rest is open ground. */
  wood: Figure
}

const kmPerKm2 = 'km/km2'

function makeOriginFigure(profile: string, cases: number) {
  return (count: number, parts = '') =>
    figure(
      count / cases,
      'share',
      `misper.uk (Centre for Search Research), terrain of going missing, ${profile}, ${cases} with one: ${count}${parts}`,
      'A',
      cases,
    )
}

const dementia = makeOriginFigure('dementia', 275)
const despondent = makeOriginFigure('despondent', 772)

/** Share of the cases that went missing in each kind of country. Origins are near settlements. */
const origins: Record<Profile, Record<IncidentTerrain, Figure>> = {
  dementia_alzheimers: {
    urban: dementia(137),
    farmland: dementia(98),
    woodland: dementia(20, ' (woodland or parkland 15, plantation 5)'),
    moor: dementia(12),
    water_margin: dementia(8),
    crag: dementia(0),
  },
  despondent: {
    urban: despondent(186),
    farmland: despondent(230),
    woodland: despondent(172, ' (woodland 118, plantation 54)'),
    moor: despondent(89),
    water_margin: despondent(65),
    crag: despondent(30),
  },
}

const roads =
  'Department for Transport 2019: 247,100 miles of public road in Great Britain (229,800 km2)'
const ruralWays = assumed(
  2.6,
  kmPerKm2,
  `${roads}, 60 % of it (assumption) on the 93 % that are not urban: 1.1; rights of way in England and Wales 140,000 miles (Defra, written answer 36305, 2025) on 151,000 km2: 1.5`,
)
const fewWays = assumed(0.6, kmPerKm2, 'About a quarter of farmland')
const rivers = figure(
  0.82,
  kmPerKm2,
  'National River Flow Archive (UKCEH): over 200,000 km of watercourses in the UK (243,600 km2)',
  'A',
)

const ground: Record<IncidentTerrain, TerrainGround> = {
  urban: {
    structure: assumed(
      0.5,
      'share',
      'UK National Ecosystem Assessment 2011: of urban England 54 % is greenspace, 18 % domestic gardens, 6.6 % water, so 21 % built; built ground, gardens and a fifth of the greenspace are within 15 m',
    ),
    roadPath: assumed(
      13,
      kmPerKm2,
      `${roads}, 40 % of it (assumption) on the 6.8 % that are urban: 10; 3 of paths assumed`,
    ),
    linear: assumed(0.5, kmPerKm2, 'Railways and the walls away from buildings'),
    drainage: rivers,
    water: figure(
      0.066,
      'share',
      'UK National Ecosystem Assessment 2011: rivers, canals, lakes and reservoirs in urban England',
      'B',
    ),
    wood: assumed(0.08, 'share', 'Two thirds of the national share'),
  },
  farmland: {
    structure: assumed(0.04, 'share', 'Farms and villages'),
    roadPath: ruralWays,
    linear: figure(
      5.1,
      kmPerKm2,
      'Countryside Survey 2007, England: 547,000 km of woody linear features, 82,000 of walls, 42,000 of banks, on 130,300 km2',
      'A',
    ),
    drainage: rivers,
    water: assumed(0.02, 'share', 'Ponds and lakes with a strip of 50 m'),
    wood: assumed(0.06, 'share', 'Half of the national share of 12 % (Land Cover Map 2007)'),
  },
  woodland: {
    structure: assumed(0.01, 'share', 'A quarter of farmland'),
    roadPath: ruralWays,
    linear: assumed(1.5, kmPerKm2, 'Banks, fences and rides'),
    drainage: rivers,
    water: assumed(0.02, 'share', 'As farmland'),
    wood: assumed(0.85, 'share', 'Wood with clearings'),
  },
  moor: {
    structure: assumed(0.002, 'share', 'A hut on a square kilometre'),
    roadPath: fewWays,
    linear: assumed(
      1.5,
      kmPerKm2,
      'Walls: Countryside Survey 2007 has most of the 82,000 km of England in the uplands',
    ),
    drainage: rivers,
    water: assumed(0.03, 'share', 'Tarns with a strip of 50 m'),
    wood: assumed(0.05, 'share', 'Less than farmland'),
  },
  water_margin: {
    structure: assumed(0.05, 'share', 'About as farmland'),
    roadPath: ruralWays,
    linear: assumed(2.5, kmPerKm2, 'Half of farmland: one side is water'),
    drainage: rivers,
    water: assumed(0.4, 'share', 'The water and a strip of 50 m, within the median distance'),
    wood: assumed(0.1, 'share', 'About the national share'),
  },
  crag: {
    structure: assumed(0.002, 'share', 'As moor'),
    roadPath: fewWays,
    linear: assumed(0.5, kmPerKm2, 'A third of moor'),
    drainage: rivers,
    water: assumed(0.05, 'share', 'About as moor'),
    wood: assumed(0.1, 'share', 'About the national share'),
  },
}

/** Availability of each ground class in Great Britain where people went missing. */
export const availability = { origins, ground }
