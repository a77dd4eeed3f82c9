import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { latLngToCell } from 'h3-js'
import type { Landscape } from '#ground/landscape'
import { computeProbabilityMap, type ProbabilityMap, type Profile } from '#prediction'
import { figures } from '#prediction/figures'
import { seeded } from '../test/fixtures/random.ts'
import { flatGroundOf } from '../test/fixtures/real-ground.ts'
import { realRegion } from '../test/fixtures/real-regions.ts'
import {
  type Cumulative,
  createRings,
  fitLogNormalWithSpike,
  weighByRoad,
} from './predict-baselines.ts'
import { behaviours, GroundRaster, type SyntheticFind } from './predict-holdout-cases.ts'
import { type BenchGround, createIncidentAt, openBenchGrounds } from './predict-regions.ts'
import { formatTable, percentile } from './statistics.ts'

/** The largest circle that the service allows; MapScore uses a box of 25 km. */
const radiusMeters = 5_000
const originsPerRegion = 12
const findsPerOrigin = 40
const floor = 1e-9

interface HoldoutGround {
  region: string
  landscape: Landscape
  raster: GroundRaster
}

/** The probability of each hexagon and of being outside. */
interface Contender {
  probabilities: Float64Array
  outside: number
}

type Contenders = Record<(typeof names)[number], Contender>

const names = [
  'model',
  'without ground',
  'without effort',
  'rings',
  'log-normal + spike',
  'distance to road',
] as const

interface Score {
  bits: number
  /** Rossmo's R inside the circle; NaN for finds outside. */
  rossmo: number
}

export async function runHoldoutBenchmark(): Promise<void> {
  await printHoldout(await openBenchGrounds())
}

/**
 * Runs MapScore's protocol on synthetic cases over real ground: the log score of the find's hexagon (all places
 * outside the circle count as one), and Rossmo's R of finds inside, paired against baselines. Intervals of 95 % come
 * from a bootstrap over origins.
 */
export async function printHoldout(grounds: readonly BenchGround[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-holdout-'))
  try {
    await print(await openHoldoutGrounds(grounds, folder))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function openHoldoutGrounds(grounds: readonly BenchGround[], folder: string) {
  const found: HoldoutGround[] = []
  for (const { region, landscape, dataset, storage } of grounds) {
    // The demo island is invented, and Monaco is smaller than a circle.
    if (region !== 'andorra') continue
    const raster = await GroundRaster.open(storage.localPath!(dataset.fileKey('features.tif')))
    found.push({ region, landscape, raster })
  }
  const porto = realRegion('porto/porto.osm.pbf')
  if (porto) {
    const { landscape, featuresPath } = await flatGroundOf(porto, 'porto', folder)
    found.push({
      region: 'porto, flat',
      landscape,
      raster: await GroundRaster.open(featuresPath),
    })
  }
  return found
}

async function print(grounds: readonly HoldoutGround[]): Promise<void> {
  console.log(
    `predict, finds held out in space: synthetic finds over real ground (${grounds.map(({ region }) => region).join('; ')}), ${originsPerRegion} origins at\n` +
      `buildings each, ${findsPerOrigin} finds per origin, circles of ${radiusMeters / 1000} km. Distances from misper.uk and Virginia, ground from the column\n` +
      'named, by a generator without code of the model. Gain of the model over each contender in bits per find and, for\n' +
      'finds inside, in R; with 95 % intervals by bootstrap over origins',
  )
  const rows = [['', 'finds', 'inside', 'R', ...names.slice(1)]]
  const scores = await scoreFinds(grounds)
  for (const [label, origins] of scores) {
    const all = origins.flat()
    const inside = all.filter(({ model }) => !Number.isNaN(model.rossmo))
    const meanR = inside.reduce((sum, { model }) => sum + model.rossmo, 0) / inside.length
    const against = (name: (typeof names)[number], of: keyof Score, digits: number) =>
      formatInterval(
        origins.map((cases) =>
          cases
            .map((score) => score.model[of] - score[name][of])
            .filter((value) => !Number.isNaN(value)),
        ),
        digits,
      )
    rows.push([
      `${label}, bits`,
      String(all.length),
      String(inside.length),
      '',
      ...names.slice(1).map((name) => against(name, 'bits', 2)),
    ])
    rows.push([
      `${label}, R`,
      '',
      '',
      meanR.toFixed(2),
      ...names.slice(1).map((name) => against(name, 'rossmo', 3)),
    ])
  }
  console.log(`${formatTable(rows)}\n`)
  printVerdicts(scores)
}

/** Applies the rule on terms: without a gain beyond chance with every behaviour, a term is provisional at best. */
function printVerdicts(scores: ReadonlyMap<string, CaseScores[][]>): void {
  for (const [term, without] of [
    ['features', 'without ground'],
    ['effort', 'without effort'],
  ] as const) {
    const gains = [...scores.values()].map((origins) =>
      bootstrapOrigins(
        origins.map((cases) => cases.map((score) => score.model.bits - score[without].bits)),
      ),
    )
    const better = gains.filter(({ low }) => low > 0).length
    const worse = gains.filter(({ high }) => high < 0).length
    const verdict = better === gains.length ? 'measured' : 'provisional at best'
    const { basis, because } = figures.terms[term]
    console.log(
      `  ${term}: better beyond chance with ${better}, worse with ${worse} of ${gains.length} behaviours: ${verdict}; the model has it as ${basis}: ${because}`,
    )
  }
  console.log()
}

type CaseScores = Record<(typeof names)[number], Score>

/** Returns the scores of the finds by behaviour, one list per origin. */
async function scoreFinds(grounds: readonly HoldoutGround[]): Promise<Map<string, CaseScores[][]>> {
  const scores = new Map<string, CaseScores[][]>()
  for (const { landscape, raster } of grounds) {
    const random = seeded(73)
    for (let i = 0; i < originsPerRegion; i++) {
      const origin = raster.origin(random, radiusMeters + 500)
      for (const profile of ['dementia_alzheimers', 'despondent'] as const) {
        const { contenders, map } = await buildContenders(landscape, profile, origin)
        const hexes = new Map(map.grid.ids.map((id, hex) => [id, hex]))
        for (const behaviour of behaviours.filter((other) => other.profile === profile)) {
          const finds = Array.from({ length: findsPerOrigin }, () =>
            raster.find(origin, behaviour, random),
          )
          const label = `${profile.split('_')[0]}, ${behaviour.name}`
          const cases = finds.map((find) => scoreCase(contenders, findHex(find, map, hexes)))
          scores.set(label, [...(scores.get(label) ?? []), cases])
        }
      }
    }
  }
  return scores
}

function findHex(
  { lat, lon, meters }: SyntheticFind,
  { grid }: ProbabilityMap,
  hexes: ReadonlyMap<string, number>,
): number | undefined {
  return Number.isFinite(meters) ? hexes.get(latLngToCell(lat, lon, grid.resolution)) : undefined
}

function scoreCase(contenders: Contenders, hex: number | undefined): CaseScores {
  return Object.fromEntries(
    names.map((name) => {
      const { probabilities, outside } = contenders[name]
      if (hex === undefined)
        return [name, { bits: Math.log2(Math.max(floor, outside)), rossmo: Number.NaN }]
      const at = probabilities[hex]!
      let [higher, equal] = [0, 0]
      for (const other of probabilities) {
        if (other > at) higher++
        else if (other === at) equal++
      }
      const r = (higher + equal / 2) / probabilities.length
      return [name, { bits: Math.log2(Math.max(floor, at)), rossmo: 1 - 2 * r }]
    }),
  ) as CaseScores
}

async function buildContenders(
  landscape: Landscape,
  profile: Profile,
  origin: { lat: number; lon: number },
): Promise<{ contenders: Contenders; map: ProbabilityMap }> {
  const incident = createIncidentAt(profile, origin, radiusMeters)
  const map = await computeProbabilityMap(landscape, incident)
  const bare = await computeProbabilityMap(landscape, incident, { terms: { features: false } })
  const effortless = await computeProbabilityMap(landscape, incident, { terms: { effort: false } })
  const spiked = spreadByDistance(map, fitLogNormalWithSpike(profile, map.ecoregion))
  const of = ({ probabilities, outsideMass }: ProbabilityMap): Contender => ({
    probabilities,
    outside: outsideMass,
  })
  const contenders: Contenders = {
    model: of(map),
    'without ground': of(bare),
    'without effort': of(effortless),
    rings: spreadByDistance(map, createRings(profile, map.ecoregion)),
    'log-normal + spike': spiked,
    'distance to road': scaleInside(1 - spiked.outside, await weighByRoad(landscape, map)),
  }
  return { contenders, map }
}

/** Spreads a distribution of distances over the hexagons, by their pattern points. */
function spreadByDistance({ grid }: ProbabilityMap, cumulative: Cumulative): Contender {
  const masses = Float64Array.from(grid.ids, (_, hex) => {
    let sum = 0
    for (const point of grid.pattern) {
      const meters = Math.hypot(grid.east[hex]! + point.east, grid.north[hex]! + point.north)
      const [near, far] = [Math.max(0, meters - 3), meters + 3]
      sum += (cumulative(far) - cumulative(near)) / (far * far - near * near)
    }
    return sum
  })
  return scaleInside(cumulative(radiusMeters), masses)
}

function scaleInside(inside: number, masses: Float64Array): Contender {
  const sum = masses.reduce((all, mass) => all + mass, 0)
  return { probabilities: masses.map((mass) => (mass * inside) / sum), outside: 1 - inside }
}

/** Computes the mean over all cases and its 95 % interval by bootstrap over origins. */
function bootstrapOrigins(origins: readonly (readonly number[])[]) {
  const random = seeded(5)
  const meanOf = (sample: readonly (readonly number[])[]) => {
    let [sum, count] = [0, 0]
    for (const values of sample) {
      for (const value of values) sum += value
      count += values.length
    }
    return sum / count
  }
  const means = Array.from({ length: 2_000 }, () =>
    meanOf(origins.map(() => origins[Math.floor(random() * origins.length)]!)),
  )
  return { mean: meanOf(origins), low: percentile(means, 0.025), high: percentile(means, 0.975) }
}

function formatInterval(origins: readonly (readonly number[])[], digits: number): string {
  const show = (value: number) => `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(digits)}`
  const { mean, low, high } = bootstrapOrigins(origins)
  return `${show(mean)} (${show(low)} to ${show(high)})`
}
