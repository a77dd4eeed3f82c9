import { distanceMeters, type LatLon } from '#ground/geo'
import { search } from '#places/search'
import { quiet } from '../../../../fixtures/places.ts'
import { metersFrom, namesOf, plain } from '../../sets/judge.ts'
import { type MappedPlace, mappedPlaces } from '../mapped-places.ts'
import { judgeFirst, type QualityCase, type QualitySet } from '../quality-set.ts'
import type { RegionData } from '../regions.ts'
import { caseShare } from '../shares.ts'
import { chanceOf, drawn } from './calibration-query.ts'

/** Objects of one name at most this far apart are one place: a street in pieces, a shop and its building. */
const samePlaceMeters = 600
/** The focus is this far from the place that is meant. */
const focusMeters = { min: 100, max: 1000 } as const
/** The next namesake is at least this many times as far, and this much farther. */
const clearFactor = 2
const clearMeters = 600
/** Up to here the next namesake is in the same town. */
const sameTownMeters = 5000
/** Names that are everywhere would be most of the cases. */
const focusesOfName = 2
/** Words of more names are generic. */
const maxNamesOfWord = 30
/** A town is asked for from at least this far away. */
const minTownMeters = 5000

/** Names that several places have, with a focus near one of them; and towns with a focus far away. */
export const nearFocus: QualitySet = {
  name: 'near-focus',
  right: 'the nearest place of the name; a town, wherever the focus is',
  cases({ extract, region }: RegionData, { seed, limit }): QualityCase[] {
    const places = mappedPlaces(extract).filter(({ name }) => plain(name) !== '')
    const byName = Map.groupBy(places, ({ name }) => plain(name))
    const cases = [...byName.values()].flatMap((named) => namesakeCases(named, region.source))
    cases.push(...wordCases(places, region.source))
    const towns = places.filter(({ kind }) => kind === 'town')
    cases.push(...towns.flatMap((town) => townCases(town, byName, places, region.source)))
    return [...Map.groupBy(cases, ({ group }) => group).values()].flatMap((group) =>
      drawn(group, limit, ({ text, about }) => caseShare(String(seed), text, about)),
    )
  },
}

function namesakeCases(named: readonly MappedPlace[], source: string): QualityCase[] {
  const { name } = named[0]!
  const kind =
    new Set(named.map((other) => other.kind)).size > 1 ? 'venue or street' : named[0]!.kind
  if (named.some((other) => other.kind === 'town')) return []
  const sites = sitesOf(named)
  if (sites.length < 2) return []
  const chance = chanceOf(0, source, kind, name)
  return Array.from({ length: focusesOfName }).flatMap((): QualityCase[] => {
    const meant = sites[Math.floor(chance() * sites.length)]!
    const from = meant[Math.floor(chance() * meant.length)]!
    const meters = focusMeters.min + chance() * (focusMeters.max - focusMeters.min)
    const focus = moved(from, meters, chance() * 2 * Math.PI)
    const [nearest, next] = sites.map((site) => nearestMeters(site, focus)).sort((a, b) => a - b)
    if (next! < clearFactor * nearest! || next! < nearest! + clearMeters) return []
    const site = sites.find((each) => nearestMeters(each, focus) === nearest)!
    return [
      caseOf(name, `${kind}, next ${next! <= sameTownMeters ? 'within' : 'beyond'} 5 km`, focus, {
        points: site,
      }),
    ]
  })
}

/** A word that several names have, and the nearest of them is meant, or one that is hardly farther. */
function wordCases(places: readonly MappedPlace[], source: string): QualityCase[] {
  const byWord = new Map<string, MappedPlace[]>()
  for (const place of places) {
    for (const word of new Set(plain(place.name).split(' '))) {
      const known = byWord.get(word)
      if (known) known.push(place)
      else byWord.set(word, [place])
    }
  }
  return [...byWord].flatMap(([word, named]): QualityCase[] => {
    if (word.length < 5 || named.length < 3 || named.length > maxNamesOfWord) return []
    // Whoever types the name of a town means the town.
    if (named.some(({ kind, name }) => kind === 'town' || plain(name) === word)) return []
    const chance = chanceOf(0, source, 'word', word)
    const { points } = named[Math.floor(chance() * named.length)]!
    const focus = moved(points[0]!, focusMeters.max * chance(), chance() * 2 * Math.PI)
    const nearest = Math.min(...named.map((each) => nearestMeters(each.points, focus)))
    const near = named.filter((each) => nearestMeters(each.points, focus) <= 2 * nearest + 300)
    if (near.length === named.length) return []
    return [
      {
        text: word,
        group: 'word of several names',
        about: word,
        ask: async (gazetteer) =>
          judgeFirst(await search(gazetteer, { text: word, focus, size: 5 }, quiet), (found) =>
            near.some((each) =>
              each.points.some((point) => metersFrom(point, found) <= samePlaceMeters / 2),
            ),
          ),
      },
    ]
  })
}

function townCases(
  town: MappedPlace,
  byName: ReadonlyMap<string, readonly MappedPlace[]>,
  places: readonly MappedPlace[],
  source: string,
): QualityCase[] {
  const { name, tags, points } = town
  if (!/^(city|town|village)$/.test(tags.place ?? '')) return []
  if (byName.get(plain(name))!.some((other) => other.tags.place && other !== town)) return []
  const chance = chanceOf(0, source, 'town', name)
  const from = places[Math.floor(chance() * places.length)]!.at
  if (distanceMeters(from, town.at) < minTownMeters) return []
  return [caseOf(name, 'town far away', from, { kind: 'town', points })]
}

function caseOf(
  text: string,
  group: string,
  focus: LatLon,
  { kind, points }: { kind?: 'town'; points: readonly LatLon[] },
): QualityCase {
  return {
    text,
    group,
    about: text,
    ask: async (gazetteer) =>
      judgeFirst(await search(gazetteer, { text, focus, size: 5 }, quiet), (found) => {
        if (!namesOf(found.place).includes(plain(text))) return false
        if (kind === 'town') return /^(locality|neighbourhood|county)$/.test(found.place.type)
        return points.some((point) => metersFrom(point, found) <= samePlaceMeters / 2)
      }),
  }
}

/** The objects of one name by place: each within reach of another one of the same place. */
function sitesOf(named: readonly MappedPlace[]): LatLon[][] {
  let sites: LatLon[][] = []
  for (const { points } of named) {
    const isSame = (site: readonly LatLon[]) =>
      points.some((point) => nearestMeters(site, point) <= samePlaceMeters)
    const joined = sites.filter(isSame)
    sites = [...sites.filter((site) => !joined.includes(site)), [...joined.flat(), ...points]]
  }
  return sites
}

function nearestMeters(points: readonly LatLon[], to: LatLon): number {
  return Math.min(...points.map((point) => distanceMeters(point, to)))
}

const metersPerDegree = 111_195

function moved({ lat, lon }: LatLon, meters: number, angle: number): LatLon {
  const narrowing = Math.cos((lat * Math.PI) / 180)
  return {
    lat: lat + (meters * Math.cos(angle)) / metersPerDegree,
    lon: lon + (meters * Math.sin(angle)) / (metersPerDegree * narrowing),
  }
}
