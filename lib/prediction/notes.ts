import { isDark } from './darkness.ts'
import { type CountedClass, figures } from './figures/index.ts'
import { classIndexOf, groundClasses } from './ground/index.ts'
import { percent } from './percent.ts'
import type { Ecoregion, EcoregionWeights, Incident } from './prediction.ts'
import type { ProbabilityMap } from './probability-map.ts'

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

/** Notes for the reader of a prediction: assumptions and missing data, in sentences. */
export function notesOf(
  incident: Incident,
  map: ProbabilityMap,
  coneRemovedMass: number | undefined,
): string[] {
  return [
    ...notesOfDistance(incident, map),
    ...notesOfGround(map),
    ...notesOfPerson(incident, map),
    ...notesOfHour(incident, map),
    ...notesOfCone(incident, coneRemovedMass),
  ]
}

function* notesOfDistance(
  { area }: Incident,
  { ecoregionWeights, outsideMass, terms }: ProbabilityMap,
) {
  if (area.type === 'path') {
    yield 'Along a path all places count alike; away from it only the distance from the line counts. How many people leave such a line altogether is not known; outside_mass does not have them.'
  } else {
    yield `Distances are those published for ${ecoregionWords(ecoregionWeights)}.`
  }
  if (area.type === 'circle') {
    yield `By distance alone ${percent(outsideMass)} of people are found outside this area.`
  } else {
    yield 'Without a point where the person was last seen, the effort of the way is not considered.'
  }
  if (area.type === 'circle' && terms.effort) {
    yield `The effort of the way is provisional: ${figures.terms.effort.because}.`
  }
}

function ecoregionWords(weights: EcoregionWeights): string {
  const entries = (Object.entries(weights) as [Ecoregion, number][]).sort(([, a], [, b]) => b - a)
  if (entries.length === 1) return ecoregionNames[entries[0]![0]]
  return entries.map(([name, weight]) => `${ecoregionNames[name]} (${percent(weight)})`).join(', ')
}

function* notesOfGround({ terms, ground, thinClasses }: ProbabilityMap) {
  if (!terms.features) return
  yield `What the ground counts is provisional: ${figures.terms.features.because}.`
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

function* notesOfPerson({ ageYears }: Incident, { terms }: ProbabilityMap) {
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
  if (area.type !== 'circle') yield 'The bearing is taken from the middle of the area.'
}
