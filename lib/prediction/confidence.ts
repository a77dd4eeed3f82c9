import { figures } from './figures/index.ts'
import type { MisplacedOrigin } from './origin.ts'
import { formatPercent, formatPercentRoundedDown } from './percent.ts'
import type { Confidence, Ecoregion, Profile, SearchArea } from './prediction.ts'

/** Inputs of the confidence rule. */
export interface ConfidenceFacts {
  profile: Profile
  ecoregion: Ecoregion
  /** False if the ground is unknown and the ecoregion is therefore a default. */
  isEcoregionKnown: boolean
  areaType: SearchArea['type']
  /** Probability inside the area by distance alone, before any cone: 1 - outsideMass. */
  insideMass: number
  /** Share of the area's hexagons beyond the data set. */
  outsideDataShare: number
  /** Share of the hexagons without each layer; 1 for a layer that the data set lacks. */
  missingLayers: readonly { name: string; share: number }[]
  /** Whether the weather lookup failed. */
  isWeatherUnavailable: boolean
  hasBearing: boolean
  /** Whether the elapsed time bounds the distance, which is an assumption. */
  isReachAssumed?: boolean
  /** Set when the origin of a circle is a place where a person cannot have been last seen. */
  misplacedOrigin?: MisplacedOrigin | undefined
}

const levels: readonly Confidence[] = ['low', 'medium', 'high']

/**
 * Rates the confidence in a prediction by a fixed rule. It starts at the highest level that the evidence on the
 * profile and ecoregion supports. It drops one level for each of: too many finds beyond the area, an origin that is
 * not a point, missing layers or weather, ground beyond the data set, a bearing with weak evidence, a distance
 * bounded by assumption. An area with less than half of the finds is low, and so is an origin on open water or beyond
 * the data. Confidence is never high while the effect of the ground is provisional.
 *
 * @returns The level and, for each step down, a sentence with the reason.
 */
export function rateConfidence(facts: ConfidenceFacts): {
  confidence: Confidence
  reasons: string[]
} {
  const reasons: string[] = []
  let level = levels.indexOf(findMaxLevel(facts, reasons))
  for (const reason of listStepsDown(facts)) {
    reasons.push(reason)
    level--
  }
  if (facts.insideMass < figures.confidence.lowBelowInsideMass.value) {
    reasons.push(
      `Confidence is low outright: the area holds ${formatPercentRoundedDown(facts.insideMass)} of the places where people are found, less than half.`,
    )
    level = 0
  }
  if (facts.misplacedOrigin) {
    reasons.push(`Confidence is low outright: ${describeMisplacedOrigin(facts.misplacedOrigin)}`)
    level = 0
  }
  const cap = levels.indexOf(figures.confidence.groundCap.value)
  if (level > cap) {
    reasons.push(
      'Confidence is medium at best: how the ground counts is provisional, and nothing shows yet that it finds anybody sooner.',
    )
    level = cap
  }
  return { confidence: levels[Math.max(0, level)]!, reasons }
}

function describeMisplacedOrigin({ on, nearestGround }: MisplacedOrigin): string {
  const place = nearestGround && `${nearestGround.lat.toFixed(5)}, ${nearestGround.lon.toFixed(5)}`
  if (on === 'open_water') {
    const shore = place ? ` The nearest shore in the area is at ${place}.` : ''
    return `the place where the person was last seen lies in open water; check it.${shore}`
  }
  const data = place ? ` The nearest mapped ground in the area is at ${place}.` : ''
  return `the place where the person was last seen lies beyond the data of the region; check it.${data}`
}

function findMaxLevel(
  { profile, ecoregion, isEcoregionKnown }: ConfidenceFacts,
  reasons: string[],
) {
  const { cap, dryCap } = figures.confidence
  const best = cap[profile].value
  if (best !== 'high') {
    reasons.push(
      'Confidence is medium at best: how many cases the distances of despondent people rest on is not known, and many are never found.',
    )
    return best
  }
  const isDry = ecoregion === 'dry_flat' || ecoregion === 'dry_mountainous'
  if (isDry) {
    reasons.push(
      'Confidence is medium at best: the distances in dry country rest on 14 or 15 cases.',
    )
    return dryCap.value
  }
  // The evidence for a default ecoregion is as weak as for a dry one.
  return isEcoregionKnown ? best : dryCap.value
}

function* listStepsDown(facts: ConfidenceFacts): Generator<string> {
  const { stepBelowInsideMass, missingLayerShare, coneRemovedShare } = figures.confidence
  if (facts.insideMass < stepBelowInsideMass.value) {
    yield `Lower confidence: the area holds only ${formatPercentRoundedDown(facts.insideMass)} of the places where people are found.`
  }
  if (facts.isReachAssumed) {
    yield 'Lower confidence: how far the person can be by now is an assumption.'
  }
  if (facts.areaType === 'polygon') {
    yield 'Lower confidence: where the person was last seen within the polygon is not known.'
  } else if (facts.areaType === 'path') {
    yield 'Lower confidence: where along the path the person left it is not known.'
  }
  const missing = facts.missingLayers.filter(({ share }) => share > missingLayerShare.value)
  const absent = missing.map(({ name, share }) =>
    share < 1 ? `${name} (${formatPercent(share)} of the area)` : name,
  )
  if (!facts.isEcoregionKnown) absent.push('ground that tells the kind of country')
  if (facts.isWeatherUnavailable) absent.push('weather')
  if (absent.length > 0) yield `Lower confidence: not known here: ${absent.join(', ')}.`
  if (facts.outsideDataShare > 0) {
    yield `Lower confidence: ${formatPercent(facts.outsideDataShare)} of the area lies beyond the data set.`
  }
  if (facts.hasBearing && facts.profile === 'despondent') {
    yield 'Lower confidence: nothing is known of how despondent people keep to a direction.'
  } else if (facts.hasBearing && measureConeRemovedShare() > coneRemovedShare.value) {
    yield `Lower confidence: a cone takes away ${formatPercent(measureConeRemovedShare())} of the directions, on the evidence of ${figures.cone.halfAngleDegrees.cases} cases.`
  }
}

/**
 * Returns the share of all directions outside the cone, which does not depend on the area, unlike a share of
 * probability.
 */
function measureConeRemovedShare(): number {
  return 1 - (2 * figures.cone.halfAngleDegrees.value) / 360
}
