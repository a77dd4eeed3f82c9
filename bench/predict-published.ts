import type { Profile } from '#prediction'
import type { FindClass } from '#prediction/figures'

/**
 * Published figures that the model is tested against and was not fitted to. They must never enter
 * `lib/prediction/figures`.
 */
export interface HeldOutDistances {
  name: string
  profile: Profile
  cases: number | undefined
  /** Pairs of a distance in metres and the share of finds within it, both rising. */
  within: readonly (readonly [meters: number, share: number])[]
  note: string
}

export const heldOutDistances: readonly HeldOutDistances[] = [
  {
    name: 'UK, dementia',
    profile: 'dementia_alzheimers',
    cases: 279,
    within: [
      // Printed as 0 km, interpreted as 50 m.
      [50, 0.1],
      [300, 0.2],
      [500, 0.3],
      [1_000, 0.4],
      [1_200, 0.5],
      [2_000, 0.6],
      [2_900, 0.7],
      [5_000, 0.8],
      [9_500, 0.9],
    ],
    note: 'misper.uk (Centre for Search Research), any transport; printed as kilometres by tenths of the cases',
  },
  {
    name: 'Grampian, on foot',
    profile: 'dementia_alzheimers',
    cases: undefined,
    within: [
      [300, 0.4],
      [700, 0.5],
      [900, 0.6],
      [1_200, 0.7],
      [2_000, 0.8],
      [3_700, 0.9],
      [5_800, 0.95],
      [12_000, 0.99],
    ],
    note: 'Gibb and Woolnough 2007, women with dementia, only those on foot; one transcription',
  },
  {
    name: 'Virginia, dementia',
    profile: 'dementia_alzheimers',
    cases: 87,
    within: [
      [300, 0.25],
      [800, 0.5],
    ],
    note: 'dbs-sar.com; mean 1.0 km, none beyond 4.8 km',
  },
  {
    name: 'Japan, found dead',
    profile: 'dementia_alzheimers',
    cases: 491,
    within: [
      [1_000, 0.5],
      [5_000, 0.778],
    ],
    note: 'National Police Agency for 2024, only those who were found dead; "about half" within 1 km',
  },
  {
    name: 'Virginia, despondent',
    profile: 'despondent',
    cases: 65,
    within: [
      [200, 0.25],
      [300, 0.5],
      [2_600, 0.75],
      [8_000, 0.96],
    ],
    note: 'dbs-sar.com, mean age 37',
  },
]

/** Finds by class, per cent as printed. Classes that a source does not list are absent. */
export interface HeldOutFinds {
  name: string
  profile: Profile
  percent: Partial<Record<FindClass, number>>
  /** Per cent that fits none of the classes, or was illegible. */
  restPercent: number
  note: string
}

export const heldOutFinds: readonly HeldOutFinds[] = [
  {
    name: 'ISRID, dementia',
    profile: 'dementia_alzheimers',
    percent: { structure: 20, road_path: 18, wood: 17, open: 14 },
    restPercent: 31,
    note: 'camsar.app, one transcription; field and yard are open ground, 31 % were not to be read',
  },
  {
    name: 'Virginia, dementia',
    profile: 'dementia_alzheimers',
    percent: { structure: 15, road_path: 7, wood: 7, open: 18, water: 18, brush: 29 },
    restPercent: 4,
    note: 'dbs-sar.com, 87 cases; drainage is water',
  },
  {
    name: 'ISRID, despondent',
    profile: 'despondent',
    percent: { structure: 26, road_path: 12, wood: 25, water: 15 },
    restPercent: 22,
    note: 'camsar.app, one transcription; 22 % were not to be read',
  },
  {
    name: 'Virginia, despondent',
    profile: 'despondent',
    percent: {
      structure: 18,
      road_path: 10,
      wood: 21,
      open: 3,
      water: 18 + 10,
      brush: 3,
      linear: 13,
    },
    restPercent: 5,
    note: 'dbs-sar.com, 65 cases; water and drainage are one, the rest are cliffs',
  },
]

/**
 * Single cases from Arizona, "free for distribution" by MapScore: kilometres from the point last seen, recomputed
 * from coordinates. Ten cases are too few for conclusions.
 */
export const arizona: readonly { name: string; profile: Profile; flat: boolean; km: number }[] = [
  { name: 'AZ02', profile: 'dementia_alzheimers', flat: true, km: 3.28 },
  { name: 'AZ24', profile: 'dementia_alzheimers', flat: true, km: 0.4 },
  { name: 'AZ77', profile: 'dementia_alzheimers', flat: true, km: 1.96 },
  { name: 'AZ78', profile: 'dementia_alzheimers', flat: true, km: 0.55 },
  { name: 'AZ93', profile: 'dementia_alzheimers', flat: false, km: 6.39 },
  { name: 'AZ115', profile: 'dementia_alzheimers', flat: true, km: 9.97 },
  { name: 'AZ127', profile: 'dementia_alzheimers', flat: true, km: 9.32 },
  { name: 'AZ36', profile: 'despondent', flat: true, km: 10.89 },
  { name: 'AZ112', profile: 'despondent', flat: true, km: 0 },
  { name: 'AZ126', profile: 'despondent', flat: true, km: 0.71 },
]
