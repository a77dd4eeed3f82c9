import { isDark } from './darkness.ts'
import { computeReach } from './distance-bounds.ts'
import { type CountedClass, figures } from './figures/index.ts'
import { findClassIndex, groundClasses } from './ground/index.ts'
import { formatPercent } from './percent.ts'
import type { Ecoregion, EcoregionWeights, Incident } from './prediction.ts'
import type { ProbabilityMap } from './probability-map.ts'
import type { SearchedGround, SearchUpdate } from './searched.ts'

const classNames: Record<CountedClass, string> = {
  structure: 'buildings',
  road_path: 'roads and paths',
  linear: 'walls, fences, hedges and other lines',
  water: 'open water, streams and ditches',
  wood: 'wood',
  brush: 'scrub',
  open: 'open ground',
}

const ecoregionNames: Record<Ecoregion, string> = {
  temperate_mountainous: 'temperate mountains',
  temperate_flat: 'temperate flat country',
  dry_mountainous: 'dry mountains',
  dry_flat: 'dry flat country',
  urban: 'towns',
}

/** Inputs of the notes beside the probability map. */
export interface NotedResult {
  /** Undefined without a bearing. */
  coneRemovedMass?: number | undefined
  searched?: SearchedGround | undefined
  update?: SearchUpdate | undefined
}

/** Writes the notes for the reader of a prediction: assumptions and missing data, in sentences. */
export function listNotes(
  incident: Incident,
  map: ProbabilityMap,
  { coneRemovedMass, searched, update }: NotedResult = {},
): string[] {
  return [
    ...listDistanceNotes(incident, map),
    ...listReachNotes(incident, map),
    ...listSearchNotes(incident, searched, update),
    ...listConeNotes(incident, coneRemovedMass),
    ...listGroundNotes(map),
    ...listPersonNotes(incident, map),
    ...listHourNotes(incident, map),
  ]
}

/** Writes the closing notes: terms of the model whose benefit has not been shown. */
export function* listProvisionalNotes({ area }: Incident, { terms }: ProbabilityMap) {
  if (area.type === 'circle' && terms.effort) {
    yield `The effort of the way is provisional: ${figures.terms.effort.because}.`
  }
  if (terms.features) {
    yield `What the ground counts is provisional: ${figures.terms.features.because}.`
  }
}

function* listDistanceNotes({ area }: Incident, { ecoregionWeights, outsideMass }: ProbabilityMap) {
  if (area.type === 'path') {
    yield 'Along a path all places count alike; away from it only the distance from the line counts. How many people leave such a line altogether is not known: outside_mass is null, and all probabilities are of people within the corridor.'
    return
  }
  yield `Distances are those published for ${describeEcoregions(ecoregionWeights)}.`
  yield `By distance alone ${formatPercent(outsideMass)} of people are found outside this area.`
  if (area.type === 'polygon') {
    yield 'Without a point where the person was last seen, the effort of the way is not considered.'
  }
}

function describeEcoregions(weights: EcoregionWeights): string {
  const entries = (Object.entries(weights) as [Ecoregion, number][]).sort(([, a], [, b]) => b - a)
  if (entries.length === 1) return ecoregionNames[entries[0]![0]]
  return entries
    .map(([name, weight]) => `${ecoregionNames[name]} (${formatPercent(weight)})`)
    .join(', ')
}

function* listReachNotes(incident: Incident, { distribution }: ProbabilityMap) {
  const { elapsedMinutes, transport, area, originUncertaintyMeters = 0 } = incident
  const reach = computeReach(incident)
  if (reach !== undefined) {
    const { value } = figures.effort.walking.fastestKilometersPerHour
    const removed = formatPercent(1 - distribution.cumulative(reach))
    yield `Assumption: on foot nobody is farther than ${formatKilometers(reach)} after ${elapsedMinutes} minutes, at ${value} km/h (the fastest of Tobler's hiking function) straight on. That removes ${removed} of the published distances; the rest is scaled up. Somebody who ran or got a lift is farther.`
  } else if (elapsedMinutes !== undefined) {
    yield area.type === 'path'
      ? 'The elapsed time has no effect along a path.'
      : `The elapsed time does not bound the distance: ${transport === 'vehicle' ? 'a vehicle goes farther than any area here' : 'how the person moves is not known'}.`
  } else if (transport === 'foot') {
    yield 'Without the elapsed time, moving on foot does not bound the distance.'
  }
  if (originUncertaintyMeters > 0) {
    yield `The place where the person was last seen may be anywhere within ${originUncertaintyMeters} m of the centre alike; effort and bearing are taken from the centre.`
  }
}

function formatKilometers(meters: number): string {
  return meters < 1000 ? `${Math.round(meters)} m` : `${(meters / 1000).toFixed(1)} km`
}

function* listGroundNotes({ terms, ground, thinClasses }: ProbabilityMap) {
  if (!terms.features) return
  const measureMeanShare = (name: (typeof groundClasses)[number]) => {
    let sum = 0
    const width = groundClasses.length
    for (let at = findClassIndex(name); at < ground.shares.length; at += width)
      sum += ground.shares[at]!
    return (sum * width) / ground.shares.length
  }
  if (thinClasses.length > 0) {
    yield `Hardly mapped here: ${thinClasses.map((name) => classNames[name]).join('; ')}. What there is of them counts as the ground around it.`
  }
  const unmapped = measureMeanShare('unmapped')
  if (unmapped > figures.confidence.missingLayerShare.value) {
    yield `What grows on ${formatPercent(unmapped)} of the area is not mapped; it keeps the probability that distance gives it.`
  }
  const beyond = measureMeanShare('no_data')
  if (beyond > 0) {
    yield `Of the area ${formatPercent(beyond)} has no map data; there distance alone counts.`
  }
}

function* listPersonNotes({ ageYears, area }: Incident, { terms }: ProbabilityMap) {
  // Along a path the model uses no distance that age could change.
  if (area.type === 'path') return
  if (terms.age) yield 'How much age changes distances is an assumption.'
  else if (ageYears !== undefined) {
    yield 'The age has no effect: Rowe 2011 (325 cases of dementia) found no difference by age, and no other source has a size.'
  }
}

function* listHourNotes(incident: Incident, { terms }: ProbabilityMap) {
  if (terms.weather) yield 'How much weather changes distances and shelter is an assumption.'
  else if (incident.weather || incident.weatherUnavailable) {
    yield 'The weather has no effect, nor has the direction of the wind: no figures on either were found.'
  }
  if (!terms.darkness && isDark(incident)) {
    yield 'It is dark at that hour. This has no effect: no evidence was found on where people are found in the dark.'
  }
}

function* listConeNotes({ profile, area }: Incident, removed: number | undefined) {
  if (removed === undefined) return
  const { value, cases } = figures.cone.halfAngleDegrees
  const evidence =
    profile === 'despondent'
      ? `the ${value} degrees are those of ${cases} cases of dementia, and nothing was found for despondent people`
      : `the ${value} degrees rest on ${cases} cases`
  yield `Only what lies within ${value} degrees of the bearing is shown; ${formatPercent(removed)} of the probability lies in the rest of the area. Use it with care: ${evidence}.`
  if (area.type === 'polygon') yield 'The bearing is taken from the middle of the area.'
  if (area.type === 'path') {
    yield `The bearing is taken from the middle of the path and cuts away most of what lies behind it, ${formatPercent(removed)} of the corridor here. Leave it out unless the person is known to have left the line there.`
  }
}

function* listSearchNotes(
  { area }: Incident,
  searched: SearchedGround | undefined,
  update: SearchUpdate | undefined,
) {
  if (!searched || !update) return
  const { successProbability, outsideMass } = update
  if (outsideMass === 1) {
    yield 'The searches leave no place in the area where the person can be: if their probabilities of detection hold, the person is outside. No search is that certain.'
    return
  }
  yield `By the prediction before them the searches would have found the person with a probability of ${formatPercent(successProbability)}; the answer is what remains.`
  if (area.type === 'path') {
    yield 'The searches move probability within the corridor only, since how many people are outside it is not known.'
  }
  if (searched.isBeyondArea) {
    yield 'Some of the searched ground lies outside the area, where it changes nothing: ask for a larger area to count it.'
  }
}
