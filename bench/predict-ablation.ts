import { figures, type TermName } from '../lib/prediction/figures/index.ts'
import { type Incident, type Profile, profiles } from '../lib/prediction/index.ts'
import { type ProbabilityMap, probabilityMapOf } from '../lib/prediction/probability-map.ts'
import { rank } from '../lib/prediction/score.ts'
import { type BenchGround, caseAt } from './predict-regions.ts'
import { percentile, table } from './statistics.ts'

const radiusMeters = 3_000

/** What makes the most of a term: the case in which it does the most. */
const strongest: Record<TermName, (one: Incident) => Incident> = {
  effort: (one) => one,
  features: (one) => one,
  bimodality: (one) => one,
  age: (one) => ({ ...one, ageYears: 85 }),
  weather: (one) => ({
    ...one,
    weatherSource: 'request',
    weather: {
      temperatureC: -10,
      precipitationMmPerHour: 8,
      windSpeedMetersPerSecond: 15,
      windDirectionDegrees: 0,
    },
  }),
  darkness: (one) => ({ ...one, datetime: new Date('2026-12-12T00:00:00Z') }),
}

/** Only the features can be measured on shares that are published; of the others, how much they can do. */
const measurable: Partial<Record<TermName, string>> = {
  features: 'see classes of finds above',
}

/**
 * Every term off and on, all others as they are: how far the answer moves, in the case in which the term
 * does the most. That is no measure of being right. Where nothing is published to measure a term on, it
 * is on only when its direction is published and its size bounded, and is called an assumption.
 */
export async function printAblation(grounds: readonly BenchGround[]): Promise<void> {
  console.log(
    'predict, terms: each switched, the others as they are, in the case in which it does the most (85 years;\n' +
      `-10 °C, storm and rain; midnight). Over all origins and ${radiusMeters / 1000} km circles: bits by which the answers differ\n` +
      '(Kullback-Leibler divergence inside the area, median and most), share of hexagons whose score moves by\n' +
      'more than 3 of 30, change of the outside mass',
  )
  const rows = [['', 'bits', 'most', 'moved', 'outside', 'on evidence held out', 'verdict']]
  for (const profile of profiles) {
    for (const name of Object.keys(figures.terms) as TermName[]) {
      if (name === 'bimodality' && profile !== 'despondent') continue
      const { bits, moved, outside } = await effectOf(name, profile, grounds)
      rows.push([
        `${name}, ${profile}`,
        percentile(bits, 0.5).toFixed(4),
        Math.max(...bits).toFixed(4),
        `${(100 * (moved.reduce((sum, one) => sum + one, 0) / moved.length)).toFixed(1)} %`,
        `${(100 * Math.max(...outside)).toFixed(1)} points`,
        measurable[name] ?? 'none to be had',
        verdictOf(name),
      ])
    }
  }
  console.log(`${table(rows)}\n`)
  for (const [name, { because }] of Object.entries(figures.terms))
    console.log(`  ${name}: ${because}`)
  console.log()
}

async function effectOf(name: TermName, profile: Profile, grounds: readonly BenchGround[]) {
  const bits: number[] = []
  const moved: number[] = []
  const outside: number[] = []
  for (const { landscape, origins } of grounds) {
    for (const center of origins) {
      const one = strongest[name](caseAt(profile, center, radiusMeters))
      const on = await probabilityMapOf(landscape, one, { terms: { [name]: true } })
      const off = await probabilityMapOf(landscape, one, { terms: { [name]: false } })
      bits.push(divergence(on, off))
      moved.push(shareMoved(on, off))
      outside.push(Math.abs(on.outsideMass - off.outsideMass))
    }
  }
  return { bits, moved, outside }
}

function divergence(on: ProbabilityMap, off: ProbabilityMap): number {
  const [insideOn, insideOff] = [1 - on.outsideMass, 1 - off.outsideMass]
  return on.probabilities.reduce((sum, mass, hex) => {
    const p = mass / insideOn
    const q = off.probabilities[hex]! / insideOff
    return p > 0 && q > 0 ? sum + p * Math.log2(p / q) : sum
  }, 0)
}

function shareMoved(on: ProbabilityMap, off: ProbabilityMap): number {
  const [a, b] = [scoresOf(on), scoresOf(off)]
  return a.filter((score, hex) => Math.abs(score - b[hex]!) > 3).length / a.length
}

function scoresOf({ probabilities: masses }: ProbabilityMap): number[] {
  const { order, scores } = rank(masses, masses.keys())
  const byHex: number[] = []
  order.forEach((hex, place) => {
    byHex[hex] = scores[place]!
  })
  return byHex
}

function verdictOf(name: TermName): string {
  const { applied, basis } = figures.terms[name]
  if (!applied) return 'off'
  return basis === 'measured' ? 'applied, measured' : 'applied, labelled assumption'
}
