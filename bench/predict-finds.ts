import type { Profile } from '#prediction'
import { computeProbabilityMap, type ProbabilityMap } from '#prediction'
import { type CountedClass, figures, type TermName } from '#prediction/figures'
import { groundClasses, unknownClasses } from '#prediction/ground'
import { seeded } from '../test/fixtures/random.ts'
import { weighByRoad } from './predict-baselines.ts'
import { type HeldOutFinds, heldOutFinds } from './predict-published.ts'
import { type BenchGround, createIncidentAt } from './predict-regions.ts'
import { formatTable, percentile } from './statistics.ts'

const radiusMeters = 3_000

export const noTerms = Object.fromEntries(
  Object.keys(figures.terms).map((name) => [name, false]),
) as Record<TermName, boolean>

type Shares = Record<CountedClass, number>

const models = ['distance to road', 'rings of distance', 'model'] as const
type Model = (typeof models)[number]

/**
 * Compares the shares of finds by class of ground with held-out columns: total variation distance, 0 for equal, 1 for
 * disjoint.
 */
export async function printFinds(grounds: readonly BenchGround[]): Promise<void> {
  console.log(
    `predict, classes of finds held out: total variation distance to the shares of each column, mean over\n` +
      `origins at buildings, ${radiusMeters / 1000} km circles; fitted to UK counts alone. Classes that a column does not have are\n` +
      'one, "rest"; unmapped ground is left out. For the differences over the origins in real\n' +
      'regions the 95 % interval by bootstrap. This tests the shares of classes of ground, not whether anybody\n' +
      'is found sooner',
  )
  const rows = [['', 'origins', ...models, 'UK counts as they are', 'model nearer than rings']]
  for (const held of heldOutFinds) {
    const gains: number[] = []
    for (const { region, landscape, origins } of grounds) {
      const sums = new Map<Model, number>(models.map((model) => [model, 0]))
      let better = 0
      for (const center of origins) {
        const incident = createIncidentAt(held.profile, center, radiusMeters)
        const rings = await computeProbabilityMap(landscape, incident, { terms: noTerms })
        const model = await computeProbabilityMap(landscape, incident)
        const distances = {
          'distance to road': measureDistance(
            held,
            computeSharesBy(rings, await weighByRoad(landscape, rings)),
          ),
          'rings of distance': measureDistance(held, computeSharesBy(rings, rings.probabilities)),
          model: measureDistance(held, normaliseKnown(model.classes.achieved)),
        }
        for (const name of models) sums.set(name, sums.get(name)! + distances[name])
        // The demo island is invented and says nothing about real ground.
        if (region !== 'demo') gains.push(distances['rings of distance'] - distances.model)
        if (distances.model < distances['rings of distance']) better++
      }
      rows.push([
        `${held.name}: ${region}`,
        String(origins.length),
        ...models.map((name) => (sums.get(name)! / origins.length).toFixed(3)),
        measureDistance(held, computeUkShares(held.profile)).toFixed(3),
        `${better} of ${origins.length}`,
      ])
    }
    if (gains.length === 0) continue
    const { mean, low, high } = bootstrapMean(gains)
    rows.push([
      `${held.name}: real regions, model less rings`,
      String(gains.length),
      '',
      '',
      `${formatSigned(-mean)}`,
      '',
      `${formatSigned(-high)} to ${formatSigned(-low)}`,
    ])
  }
  console.log(`${formatTable(rows)}\n`)
  for (const { name, note } of heldOutFinds) console.log(`  ${name}: ${note}`)
  console.log()
}

/** Computes the mean and its 95 % interval. */
function bootstrapMean(values: readonly number[]) {
  const random = seeded(5)
  const meanOf = (sample: readonly number[]) =>
    sample.reduce((sum, value) => sum + value, 0) / sample.length
  const means = Array.from({ length: 2_000 }, () =>
    meanOf(values.map(() => values[Math.floor(random() * values.length)]!)),
  )
  return { mean: meanOf(values), low: percentile(means, 0.025), high: percentile(means, 0.975) }
}

function formatSigned(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`
}

/** Computes the total variation distance over the column's classes and the rest. */
function measureDistance({ percent, restPercent }: HeldOutFinds, shares: Shares): number {
  const listed = Object.entries(percent) as [CountedClass, number][]
  const whole = listed.reduce((sum, [, value]) => sum + value, restPercent)
  let difference = 0
  let rest = 1
  for (const [name, value] of listed) {
    difference += Math.abs(value / whole - shares[name])
    rest -= shares[name]
  }
  return (difference + Math.abs(restPercent / whole - rest)) / 2
}

/** Computes the shares of classes weighted by probabilities, without preferences. */
function computeSharesBy({ ground }: ProbabilityMap, probabilities: Float64Array): Shares {
  const width = groundClasses.length
  const sums = new Float64Array(width)
  probabilities.forEach((probability, hex) => {
    for (let c = 0; c < width; c++) sums[c]! += probability * ground.shares[hex * width + c]!
  })
  return normaliseKnown(sums)
}

/** Scales the shares of the known classes so that they add up to 1. */
function normaliseKnown(sums: Float64Array): Shares {
  const isKnown = (name: string) =>
    !unknownClasses.includes(name as (typeof unknownClasses)[number])
  const whole = groundClasses.reduce((sum, name, c) => sum + (isKnown(name) ? sums[c]! : 0), 0)
  return Object.fromEntries(
    groundClasses.filter(isKnown).map((name) => [name, sums[groundClasses.indexOf(name)]! / whole]),
  ) as Shares
}

function computeUkShares(profile: Profile): Shares {
  return Object.fromEntries(
    groundClasses.map((name) => [
      name,
      figures.findShares[profile][name as CountedClass]?.value ?? 0,
    ]),
  ) as Shares
}
