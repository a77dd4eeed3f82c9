import {
  type Incident,
  type ProbabilityMap,
  type Profile,
  probabilityMapOf,
  profiles,
  rank,
} from '#prediction'
import { figures, type TermName } from '#prediction/figures'
import { type BenchGround, incidentAt } from './predict-regions.ts'
import { percentile, table } from './statistics.ts'

const radiusMeters = 3_000

/** For each term the incident in which it has the largest effect. */
const strongest: Record<TermName, (incident: Incident) => Incident> = {
  effort: (incident) => incident,
  features: (incident) => incident,
  age: (incident) => ({ ...incident, ageYears: 85 }),
  weather: (incident) => ({
    ...incident,
    weatherSource: 'request',
    weather: {
      temperatureC: -10,
      precipitationMmPerHour: 8,
      windSpeedMetersPerSecond: 15,
      windDirectionDegrees: 0,
    },
  }),
  darkness: (incident) => ({ ...incident, datetime: new Date('2026-12-12T00:00:00Z') }),
}

/** Published shares measure only the term `features`. */
const measurable: Partial<Record<TermName, string>> = {
  features: 'see classes of finds above',
}

/**
 * Switches each term and measures how far the prediction moves, in the incident with the largest effect.
 * That says nothing of being right: a term that no published figures can measure is on only if its
 * direction is published and its size bounded, and is called an assumption.
 */
export async function printAblation(grounds: readonly BenchGround[]): Promise<void> {
  console.log(
    'predict, terms: each switched alone, in the incident with its largest effect (85 years;\n' +
      `-10 °C, storm and rain; midnight). Over all origins and ${radiusMeters / 1000} km circles: relative entropy in bits\n` +
      '(Kullback-Leibler divergence inside the area, median and maximum), share of hexagons whose score moves by\n' +
      'more than 3 of 30, change of the outside mass',
  )
  const rows = [['', 'bits', 'max', 'moved', 'outside', 'on held-out figures', 'verdict']]
  for (const profile of profiles) {
    for (const name of Object.keys(figures.terms) as TermName[]) {
      const { bits, moved, outside } = await effectOf(name, profile, grounds)
      rows.push([
        `${name}, ${profile}`,
        percentile(bits, 0.5).toFixed(4),
        Math.max(...bits).toFixed(4),
        `${(100 * (moved.reduce((sum, share) => sum + share, 0) / moved.length)).toFixed(1)} %`,
        `${(100 * Math.max(...outside)).toFixed(1)} points`,
        measurable[name] ?? 'none available',
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
      const incident = strongest[name](incidentAt(profile, center, radiusMeters))
      const on = await probabilityMapOf(landscape, incident, { terms: { [name]: true } })
      const off = await probabilityMapOf(landscape, incident, { terms: { [name]: false } })
      bits.push(divergence(on, off))
      moved.push(shareMoved(on, off))
      outside.push(Math.abs(on.outsideMass - off.outsideMass))
    }
  }
  return { bits, moved, outside }
}

function divergence(on: ProbabilityMap, off: ProbabilityMap): number {
  const [insideOn, insideOff] = [1 - on.outsideMass, 1 - off.outsideMass]
  return on.probabilities.reduce((sum, probability, hex) => {
    const p = probability / insideOn
    const q = off.probabilities[hex]! / insideOff
    return p > 0 && q > 0 ? sum + p * Math.log2(p / q) : sum
  }, 0)
}

function shareMoved(on: ProbabilityMap, off: ProbabilityMap): number {
  const [a, b] = [scoresOf(on), scoresOf(off)]
  return a.filter((score, hex) => Math.abs(score - b[hex]!) > 3).length / a.length
}

function scoresOf({ probabilities }: ProbabilityMap): number[] {
  const { order, scores } = rank(probabilities, probabilities.keys())
  const byHex: number[] = []
  order.forEach((hex, rankIndex) => {
    byHex[hex] = scores[rankIndex]!
  })
  return byHex
}

function verdictOf(name: TermName): string {
  const { applied, basis } = figures.terms[name]
  if (!applied) return 'off'
  return `applied, ${basis}`
}
