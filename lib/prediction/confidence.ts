import { figures } from './figures/index.ts'
import { percent } from './percent.ts'
import type { Confidence, Ecoregion, Profile, SearchArea } from './prediction.ts'

/** What is known and what is missing, as far as confidence depends on it. */
export interface ConfidenceFacts {
  profile: Profile
  ecoregion: Ecoregion
  /** False where the ecoregion is a guess because the ground is not known. */
  isEcoregionKnown: boolean
  areaType: SearchArea['type']
  /** What the law places inside the area, before any cone: 1 - outsideMass. */
  insideMass: number
  /** Share of the area's hexagons beyond the data set. */
  outsideDataShare: number
  /** By layer the share of hexagons it is missing for; 1 for a layer the data set has nothing of. */
  missingLayers: readonly { name: string; share: number }[]
  /** Weather was wanted and could not be had. */
  isWeatherUnavailable: boolean
  hasBearing: boolean
}

const levels: readonly Confidence[] = ['low', 'medium', 'high']

/**
 * Confidence from what is known, by rule. It begins with the best that the evidence on the profile and
 * its country allows, and goes down one step for each of: an edge so near that too many are found
 * beyond it, an origin that is no point, ground or weather that is missing, ground beyond the data set,
 * a bearing. Nothing raises it. An area that holds fewer than half of the finds is low outright.
 *
 * @returns the level and, for each step down, a sentence that says why.
 */
export function confidenceOf(facts: ConfidenceFacts): {
  confidence: Confidence
  reasons: string[]
} {
  const reasons: string[] = []
  let level = levels.indexOf(capOf(facts, reasons))
  for (const reason of stepsDown(facts)) {
    reasons.push(reason)
    level--
  }
  if (facts.insideMass < figures.confidence.lowBelowInsideMass.value) {
    reasons.push(
      `Confidence is low outright: the area holds ${percent(facts.insideMass)} of the places where people are found, less than half.`,
    )
    level = 0
  }
  return { confidence: levels[Math.max(0, level)]!, reasons }
}

function capOf({ profile, ecoregion, isEcoregionKnown }: ConfidenceFacts, reasons: string[]) {
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
  return isEcoregionKnown ? best : dryCap.value
}

function* stepsDown(facts: ConfidenceFacts): Generator<string> {
  const { stepBelowInsideMass, missingLayerShare, coneRemovedShare } = figures.confidence
  if (facts.insideMass < stepBelowInsideMass.value) {
    yield `Lower confidence: the area holds only ${percent(facts.insideMass)} of the places where people are found.`
  }
  if (facts.areaType === 'polygon') {
    yield 'Lower confidence: where the person was last seen within the polygon is not known.'
  } else if (facts.areaType === 'path') {
    yield 'Lower confidence: where along the path the person left it is not known.'
  }
  const missing = facts.missingLayers.filter(({ share }) => share > missingLayerShare.value)
  const absent = missing.map(({ name }) => name)
  if (!facts.isEcoregionKnown) absent.push('ground that tells the kind of country')
  if (facts.isWeatherUnavailable) absent.push('weather')
  if (absent.length > 0) yield `Lower confidence: not known here: ${absent.join(', ')}.`
  if (facts.outsideDataShare > 0) {
    yield `Lower confidence: ${percent(facts.outsideDataShare)} of the area lies beyond the data set.`
  }
  if (facts.hasBearing && facts.profile === 'despondent') {
    yield 'Lower confidence: nothing is known of how despondent people keep to a direction.'
  } else if (facts.hasBearing && coneTakesAway() > coneRemovedShare.value) {
    yield `Lower confidence: a cone takes away ${percent(coneTakesAway())} of the directions, on the evidence of ${figures.cone.halfAngleDegrees.cases} cases.`
  }
}

/**
 * Share of all directions beyond the cone. Taken of the directions and not of the ground, so that it
 * does not depend on the area.
 */
function coneTakesAway(): number {
  return 1 - (2 * figures.cone.halfAngleDegrees.value) / 360
}
