import {
  computeProbabilityMap,
  type Incident,
  type ProbabilityMap,
  type Profile,
  profiles,
  rank,
} from '#prediction'
import { figures, type TermName } from '#prediction/figures'
import { type BenchGround, createIncidentAt } from './predict-regions.ts'
import { formatTable, percentile } from './statistics.ts'

const radiusMeters = 3_000

/** For each term, the incident with its largest effect. */
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

/** Published shares can test only the term `features`. */
const measurable: Partial<Record<TermName, string>> = {
  features: 'see classes of finds above',
}

/**
 * Switches each term and measures how far the prediction moves, in the incident with the largest effect. This does
 * not show whether a term is right. A term that no published figures can test is on only if its direction is
 * published and its size bounded, and it is called an assumption.
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
      const { bits, moved, outside } = await measureEffect(name, profile, grounds)
      rows.push([
        `${name}, ${profile}`,
        percentile(bits, 0.5).toFixed(4),
        Math.max(...bits).toFixed(4),
        `${(100 * (moved.reduce((sum, share) => sum + share, 0) / moved.length)).toFixed(1)} %`,
        `${(100 * Math.max(...outside)).toFixed(1)} points`,
        measurable[name] ?? 'none available',
        describeVerdict(name),
      ])
    }
  }
  console.log(`${formatTable(rows)}\n`)
  for (const [name, { because }] of Object.entries(figures.terms))
    console.log(`  ${name}: ${because}`)
  console.log()
}

async function measureEffect(name: TermName, profile: Profile, grounds: readonly BenchGround[]) {
  const bits: number[] = []
  const moved: number[] = []
  const outside: number[] = []
  for (const { landscape, origins } of grounds) {
    for (const center of origins) {
      const incident = strongest[name](createIncidentAt(profile, center, radiusMeters))
      const on = await computeProbabilityMap(landscape, incident, { terms: { [name]: true } })
      const off = await computeProbabilityMap(landscape, incident, { terms: { [name]: false } })
      bits.push(computeDivergence(on, off))
      moved.push(measureShareMoved(on, off))
      outside.push(Math.abs(on.outsideMass - off.outsideMass))
    }
  }
  return { bits, moved, outside }
}

function computeDivergence(on: ProbabilityMap, off: ProbabilityMap): number {
  const [insideOn, insideOff] = [1 - on.outsideMass, 1 - off.outsideMass]
  return on.probabilities.reduce((sum, probability, hex) => {
    const p = probability / insideOn
    const q = off.probabilities[hex]! / insideOff
    return p > 0 && q > 0 ? sum + p * Math.log2(p / q) : sum
  }, 0)
}

function measureShareMoved(on: ProbabilityMap, off: ProbabilityMap): number {
  const [a, b] = [listScores(on), listScores(off)]
  return a.filter((score, hex) => Math.abs(score - b[hex]!) > 3).length / a.length
}

function listScores({ probabilities }: ProbabilityMap): number[] {
  const { order, scores } = rank(probabilities, probabilities.keys())
  const byHex: number[] = []
  order.forEach((hex, rankIndex) => {
    byHex[hex] = scores[rankIndex]!
  })
  return byHex
}

function describeVerdict(name: TermName): string {
  const { applied, basis } = figures.terms[name]
  if (!applied) return 'off'
  return `applied, ${basis}`
}
