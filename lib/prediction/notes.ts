import { isDark } from './darkness.ts'
import { reachMeters } from './distance-bounds.ts'
import { type CountedClass, figures } from './figures/index.ts'
import { classIndexOf, groundClasses } from './ground/index.ts'
import { percent } from './percent.ts'
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

/** What the notes need beside the map. */
export interface NotedResult {
  /** Undefined without a bearing. */
  coneRemovedMass?: number | undefined
  searched?: SearchedGround | undefined
  update?: SearchUpdate | undefined
}

/** Notes for the reader of a prediction: assumptions and missing data, in sentences. */
export function notesOf(
  incident: Incident,
  map: ProbabilityMap,
  { coneRemovedMass, searched, update }: NotedResult = {},
): string[] {
  return [
    ...notesOfDistance(incident, map),
    ...notesOfReach(incident, map),
    ...notesOfSearches(incident, searched, update),
    ...notesOfCone(incident, coneRemovedMass),
    ...notesOfGround(map),
    ...notesOfPerson(incident, map),
    ...notesOfHour(incident, map),
  ]
}

/** What of the model is not shown to find anybody sooner, for the end of the notes. */
export function* provisionalNotes({ area }: Incident, { terms }: ProbabilityMap) {
  if (area.type === 'circle' && terms.effort) {
    yield `The effort of the way is provisional: ${figures.terms.effort.because}.`
  }
  if (terms.features) {
    yield `What the ground counts is provisional: ${figures.terms.features.because}.`
  }
}

function* notesOfDistance({ area }: Incident, { ecoregionWeights, outsideMass }: ProbabilityMap) {
  if (area.type === 'path') {
    yield 'Along a path all places count alike; away from it only the distance from the line counts. How many people leave such a line altogether is not known: outside_mass is null, and all probabilities are of people within the corridor.'
    return
  }
  yield `Distances are those published for ${ecoregionWords(ecoregionWeights)}.`
  yield `By distance alone ${percent(outsideMass)} of people are found outside this area.`
  if (area.type === 'polygon') {
    yield 'Without a point where the person was last seen, the effort of the way is not considered.'
  }
}

function ecoregionWords(weights: EcoregionWeights): string {
  const entries = (Object.entries(weights) as [Ecoregion, number][]).sort(([, a], [, b]) => b - a)
  if (entries.length === 1) return ecoregionNames[entries[0]![0]]
  return entries.map(([name, weight]) => `${ecoregionNames[name]} (${percent(weight)})`).join(', ')
}

function* notesOfReach(incident: Incident, { distribution }: ProbabilityMap) {
  const { elapsedMinutes, transport, area, originUncertaintyMeters = 0 } = incident
  const reach = reachMeters(incident)
  if (reach !== undefined) {
    const { value } = figures.effort.walking.fastestKilometersPerHour
    const removed = percent(1 - distribution.cumulative(reach))
    yield `Assumption: on foot nobody is farther than ${kilometers(reach)} after ${elapsedMinutes} minutes, at ${value} km/h (the fastest of Tobler's hiking function) straight on. That removes ${removed} of the published distances; the rest is scaled up. Somebody who ran or got a lift is farther.`
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

function kilometers(meters: number): string {
  return meters < 1000 ? `${Math.round(meters)} m` : `${(meters / 1000).toFixed(1)} km`
}

function* notesOfGround({ terms, ground, thinClasses }: ProbabilityMap) {
  if (!terms.features) return
  const meanOf = (name: (typeof groundClasses)[number]) => {
    let sum = 0
    const width = groundClasses.length
    for (let at = classIndexOf(name); at < ground.shares.length; at += width)
      sum += ground.shares[at]!
    return (sum * width) / ground.shares.length
  }
  if (thinClasses.length > 0) {
    yield `Hardly mapped here: ${thinClasses.map((name) => classNames[name]).join('; ')}. What there is of them counts as the ground around it.`
  }
  const unmapped = meanOf('unmapped')
  if (unmapped > figures.confidence.missingLayerShare.value) {
    yield `What grows on ${percent(unmapped)} of the area is not mapped; it keeps the probability that distance gives it.`
  }
  const beyond = meanOf('no_data')
  if (beyond > 0) {
    yield `Of the area ${percent(beyond)} has no map data; there distance alone counts.`
  }
}

function* notesOfPerson({ ageYears, area }: Incident, { terms }: ProbabilityMap) {
  // Along a path no distance counts that age could change.
  if (area.type === 'path') return
  if (terms.age) yield 'How much age changes distances is an assumption.'
  else if (ageYears !== undefined) {
    yield 'The age has no effect: Rowe 2011 (325 cases of dementia) found no difference by age, and no other source has a size.'
  }
}

function* notesOfHour(incident: Incident, { terms }: ProbabilityMap) {
  if (terms.weather) yield 'How much weather changes distances and shelter is an assumption.'
  else if (incident.weather || incident.weatherUnavailable) {
    yield 'The weather has no effect, nor has the direction of the wind: no figures on either were found.'
  }
  if (!terms.darkness && isDark(incident)) {
    yield 'It is dark at that hour. This has no effect: no evidence was found on where people are found in the dark.'
  }
}

function* notesOfCone({ profile, area }: Incident, removed: number | undefined) {
  if (removed === undefined) return
  const { value, cases } = figures.cone.halfAngleDegrees
  const evidence =
    profile === 'despondent'
      ? `the ${value} degrees are those of ${cases} cases of dementia, and nothing was found for despondent people`
      : `the ${value} degrees rest on ${cases} cases`
  yield `Only what lies within ${value} degrees of the bearing is shown; ${percent(removed)} of the probability lies in the rest of the area. Use it with care: ${evidence}.`
  if (area.type === 'polygon') yield 'The bearing is taken from the middle of the area.'
  if (area.type === 'path') {
    yield `The bearing is taken from the middle of the path and cuts away most of what lies behind it, ${percent(removed)} of the corridor here. Leave it out unless the person is known to have left the line there.`
  }
}

function* notesOfSearches(
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
  yield `By the prediction before them the searches would have found the person with a probability of ${percent(successProbability)}; the answer is what remains.`
  if (area.type === 'path') {
    yield 'The searches move probability within the corridor only, since how many people are outside it is not known.'
  }
  if (searched.isBeyondArea) {
    yield 'Some of the searched ground lies outside the area, where it changes nothing: ask for a larger area to count it.'
  }
}
