import type { Weather } from '#ground/weather'
import { computeDistanceScale, type Ecoregion, ecoregions, selectTerms } from '#prediction'
import { buildDistanceDistribution } from '#prediction/distance'
import {
  type Cumulative,
  createRings,
  createUniformDisc,
  createUniformSquare,
  fitLogNormal,
  fitLogNormalWithSpike,
} from './predict-baselines.ts'
import { arizona, type HeldOutDistances, heldOutDistances } from './predict-published.ts'
import { createIncidentAt } from './predict-regions.ts'
import { formatTable } from './statistics.ts'

/** Mean age of the people with dementia in ISRID. */
const meanYears = 78
/** Lower bound of a probability, for the logarithm. */
const floor = 1e-9

/** Ecoregions that the held-out figures may come from. */
const temperate = ecoregions.filter((name) => !name.startsWith('dry'))

/** Compares the distance distribution, fitted to Koester's quantiles alone, with held-out figures. */
export function printDistances(): void {
  console.log(
    'predict, distances held out: the model is fitted to the four quantiles of Koester 2008 alone. Largest and mean\n' +
      'absolute difference of the share of finds within the published distances, in percentage points;\n' +
      'in brackets the distance and sign of the largest (+: the model has more finds within it)',
  )
  const fit = [['', 'cases', 'points', ...temperate.map(words)]]
  for (const held of heldOutDistances) {
    const cells = temperate.map((ecoregion) => {
      const distribution = buildDistanceDistribution(held.profile, ecoregion)
      const off = held.within.map(([meters, share]) => distribution.cumulative(meters) - share)
      const worst = off.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a))
      const at = held.within[off.indexOf(worst)]![0]
      const mean = off.reduce((sum, difference) => sum + Math.abs(difference), 0) / off.length
      const sign = worst > 0 ? '+' : '-'
      return `${points(Math.abs(worst))} / ${points(mean)} (${at / 1000} km ${sign})`
    })
    fit.push([held.name, String(held.cases ?? 'not known'), String(held.within.length), ...cells])
  }
  console.log(`${formatTable(fit)}\n`)

  console.log(
    'predict, distances held out: relative entropy in bits per find (Kullback-Leibler\n' +
      'divergence between published distances; 0 is perfect, lower is better; probability 0\n' +
      `counts as ${floor}); in brackets the 95 % interval, by the number of cases, of the model less the log-normal\n` +
      'with spike: above 0 the model is worse',
  )
  const header = ['model', 'rings', 'log-normal + spike', 'log-normal', '5 km disc', '25 km square']
  const bits = [['', ...header]]
  for (const held of heldOutDistances) {
    for (const ecoregion of temperate) {
      const models = listModels(held, ecoregion)
      const cells = models.map((model) => computeLoss(held, model).toFixed(3))
      cells[0] += ` (${computeLossInterval(held, models[0]!, models[2]!)})`
      bits.push([`${held.name}, ${words(ecoregion)}`, ...cells])
    }
  }
  console.log(`${formatTable(bits)}\n`)
  for (const { name, note } of heldOutDistances) console.log(`  ${name}: ${note}`)
  printScales()
  printArizona()
}

/** Tests the terms that scale distances on the same samples. */
function printScales(): void {
  const worst: Weather = {
    temperatureC: -30,
    precipitationMmPerHour: 8,
    windSpeedMetersPerSecond: 15,
    windDirectionDegrees: 0,
  }
  const terms = selectTerms({ age: true, weather: true })
  const incident = createIncidentAt('dementia_alzheimers', { lat: 0, lon: 0 }, 1)
  const scales = [
    ['none', 1],
    [`age ${meanYears}`, computeDistanceScale({ ...incident, ageYears: meanYears }, terms)],
    ['worst weather', computeDistanceScale({ ...incident, weather: worst }, terms)],
  ] as const
  const rows = [['', ...scales.map(([name, scale]) => `${name} (${scale.toFixed(2)})`)]]
  for (const held of heldOutDistances.filter(({ profile }) => profile === 'dementia_alzheimers')) {
    const cells = scales.map(([, scale]) =>
      computeLoss(
        held,
        buildDistanceDistribution(held.profile, 'temperate_flat', scale).cumulative,
      ).toFixed(3),
    )
    rows.push([`${held.name}, temperate flat`, ...cells])
  }
  console.log(
    `\npredict, terms that scale distances (off): bits per find, as above; ${meanYears} years are the mean of the source`,
  )
  console.log(formatTable(rows))
}

function listModels({ profile }: HeldOutDistances, ecoregion: Ecoregion): Cumulative[] {
  return [
    buildDistanceDistribution(profile, ecoregion).cumulative,
    createRings(profile, ecoregion),
    fitLogNormalWithSpike(profile, ecoregion),
    fitLogNormal(profile, ecoregion),
    createUniformDisc(5_000),
    createUniformSquare(25_000),
  ]
}

/** Computes the relative entropy in bits per find, including the share beyond the last distance. */
function computeLoss({ within }: HeldOutDistances, model: Cumulative): number {
  const edges = [...within, [Infinity, 1] as const]
  let sum = 0
  let [before, modelBefore] = [0, 0]
  for (const [meters, share] of edges) {
    const modelShare = meters === Infinity ? 1 : model(meters)
    const part = share - before
    sum += part * Math.log2(part / Math.max(floor, modelShare - modelBefore))
    before = share
    modelBefore = modelShare
  }
  return sum
}

/**
 * Computes the 95 % interval of the difference of two models' losses, by the normal approximation for the sample's
 * number of cases.
 */
function computeLossInterval(
  { within, cases }: HeldOutDistances,
  model: Cumulative,
  other: Cumulative,
) {
  if (cases === undefined) return 'cases not known'
  let [mean, square] = [0, 0]
  let before = 0
  let last = { model: 0, other: 0 }
  for (const [meters, share] of [...within, [Infinity, 1] as const]) {
    const next =
      meters === Infinity ? { model: 1, other: 1 } : { model: model(meters), other: other(meters) }
    const ratio = Math.log2(
      Math.max(floor, next.other - last.other) / Math.max(floor, next.model - last.model),
    )
    mean += (share - before) * ratio
    square += (share - before) * ratio * ratio
    before = share
    last = next
  }
  const half = 1.96 * Math.sqrt((square - mean * mean) / cases)
  return [mean - half, mean + half].map((value) => value.toFixed(3)).join(' to ')
}

function printArizona(): void {
  console.log(
    '\npredict, ten single cases from Arizona: gain over rings at the find, in bits. Ten\n' +
      'cases show nothing, and Koester counted them too; they are printed to reveal a blunder',
  )
  const rows = [['', 'km', 'model against rings', 'share of the model nearer']]
  for (const { name, profile, flat, km } of arizona) {
    const ecoregion = flat ? 'dry_flat' : 'dry_mountainous'
    const meters = Math.max(1, km * 1000)
    const distribution = buildDistanceDistribution(profile, ecoregion)
    const ring = density(createRings(profile, ecoregion), meters)
    const gain = Math.log2(distribution.density(meters) / ring)
    const nearer = points(distribution.cumulative(meters))
    rows.push([`${name}, ${profile}`, km.toFixed(2), signed(gain), `${nearer} %`])
  }
  console.log(`${formatTable(rows)}\n`)
}

function density(model: Cumulative, meters: number): number {
  const [near, far] = [meters * 0.9999, meters * 1.0001]
  return Math.max(floor, model(far) - model(near)) / (Math.PI * (far ** 2 - near ** 2))
}

function points(share: number): string {
  return (100 * share).toFixed(1)
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(2)}`
}

function words(ecoregion: Ecoregion): string {
  return ecoregion.replace('_', ' ')
}
