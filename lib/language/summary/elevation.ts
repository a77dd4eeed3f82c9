import type { LatLon } from '#ground/geo'
import { fill } from '../fill.ts'
import type { Answered, Description, Results } from './answered.ts'
import { nameEnds } from './route.ts'
import type { Speaker } from './speaker.ts'

/** Maximum number of heights to list; longer lists mention only the highest and the lowest. */
const maxListed = 10

export function describeHeights(answered: Answered, speaker: Speaker): Description {
  const { range_height } = answered.result as Results['elevation']
  return range_height ? describeProfile(answered, speaker) : describePoints(answered, speaker)
}

function describeProfile(
  { parameters, result, places: found }: Answered,
  speaker: Speaker,
): Description {
  const { range_height = [], summary, shape } = result as Results['elevation']
  const { figures, texts } = speaker
  const { shape: line = [] } = parameters as { shape?: LatLon[] }
  const isAsked = line.length > 0 && line.length <= found.length + 1
  // Positions along a line between the places have no names.
  const names = isAsked
    ? speaker.nameLocations(line)
    : found.length > 1
      ? found.map((place) => speaker.namePlace(place))
      : speaker.nameLocations([shape[0]!, shape.at(-1)!])
  const places = speaker.joinPlaces(names)
  const { max_elevation_meters: max, min_elevation_meters: min } = summary
  if (max === null || min === null) return describeMissing(names, speaker)
  const values: Record<string, string> = {
    ...nameEnds(names),
    distance: figures.distance(range_height.at(-1)?.[0] ?? 0),
    lowest: figures.height(min),
    highest: figures.height(max),
  }
  const sentences = [fill(texts.elevation.profile, { ...values, places })]
  const { total_ascent_meters: up, total_descent_meters: down } = summary
  if (typeof up === 'number' && typeof down === 'number') {
    const climb = { ascent: figures.height(up), descent: figures.height(down) }
    Object.assign(values, climb)
    sentences.push(fill(texts.elevation.climb, climb))
  }
  const gaps = range_height.filter(([, height]) => height === null).length
  if (gaps > 0) {
    const total = figures.count(range_height.length)
    sentences.push(speaker.fillCounted(texts.elevation.gaps, gaps, { total }))
  }
  return { sentences, values }
}

function describePoints({ result }: Answered, speaker: Speaker): Description {
  const { shape, height = [] } = result as Results['elevation']
  const { figures, texts } = speaker
  const names = speaker.nameLocations(shape)
  const points = names.flatMap((name, i) => {
    const meters = height[i]
    return typeof meters === 'number' ? [{ name, meters }] : []
  })
  const unknown = names.filter((_, i) => typeof height[i] !== 'number')
  if (points.length === 0) return describeMissing(names, speaker)
  const said = points.map(({ name, meters }) => ({ place: name, height: figures.height(meters) }))
  const listed = said.map((point) => fill(texts.elevation.height, point))
  const values = Object.fromEntries(said.map(({ place, height }) => [`height of ${place}`, height]))
  const sentences: string[] = []
  if (said.length === 1) sentences.push(fill(texts.elevation.one, said[0]!))
  else if (said.length <= maxListed)
    sentences.push(fill(texts.elevation.list, { heights: figures.list(listed) }))
  if (points.length > 1) {
    const order = points.map((_, i) => i).sort((a, b) => points[b]!.meters - points[a]!.meters)
    const [high, low] = [order[0]!, order.at(-1)!]
    const difference = figures.heightDifference(points[high]!.meters, points[low]!.meters)
    const [highest, lowest] = [listed[high]!, listed[low]!]
    const isListed = said.length <= maxListed
    const extremes = isListed
      ? { highest: said[high]!.place, lowest: said[low]!.place, difference }
      : { highest, lowest, difference }
    sentences.push(fill(texts.elevation.extremes, extremes))
    Object.assign(values, { highest, lowest, difference })
  }
  if (unknown.length > 0) sentences.push(...describeMissing(unknown, speaker).sentences)
  return { sentences, values }
}

function describeMissing(names: readonly string[], { figures, texts }: Speaker): Description {
  const places = figures.list([...new Set(names)])
  return {
    sentences: [fill(texts.elevation.missing, { places })],
    values: { without_elevation_data: places },
  }
}
