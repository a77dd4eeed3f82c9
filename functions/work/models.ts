import {
  countCharacters,
  countExclusions,
  type Fields,
  measureExtent,
  measureKilometers,
  readLine,
  readList,
  readNumber,
  readPoints,
} from './counts.ts'

/** Counts the units of an operation's work and weighs them. */
export interface WorkModel {
  /** Processor milliseconds of one unit; `call` counts once for each request. */
  cpuMs: Readonly<Record<string, number>>
  /** Bytes of the answer for one unit. */
  answerBytes: Readonly<Record<string, number>>
  /** Counts the units of a request. */
  count(fields: Fields): Readonly<Record<string, number>>
}

/** Ratio of a road's length to the straight line between two locations. */
const detour = 1.6
/** Bytes of a sample of an elevation profile, which appears in the route and in its leg. */
const sampleBytes = 100
/** Assumed length of a route whose ends are names, kilometres. */
const unknownKilometers = 10

const countIf = (condition: unknown): number => (condition ? 1 : 0)

/** Counts the route through the locations, or a round trip. */
function countRoute(fields: Fields, kilometers = routeKilometers(fields)) {
  const interval = Math.max(1, readNumber(fields.elevation_interval, 30))
  const alternates = readNumber(fields.alternates, 0)
  const routes = 1 + Math.max(0, Math.min(3, alternates))
  return {
    location: readList(fields.locations).length,
    kilometer: kilometers * routes,
    sample: (routes * kilometers * 1000 * detour) / interval,
    exclusion: countExclusions(fields),
    roundTrip: countIf(fields.round_trip),
  }
}

function routeKilometers({ locations, round_trip }: Fields): number {
  const loop = (round_trip ?? {}) as { distance_meters?: unknown }
  return measureKilometers(readPoints(locations)) + readNumber(loop.distance_meters, 0) / 1000
}

const routeCpuMs = {
  call: 2,
  location: 3,
  kilometer: 0.5,
  sample: 0.015,
  exclusion: 0.5,
  roundTrip: 60,
}
const routeBytes = { call: 1_500, location: 2_500, kilometer: 1_500, sample: sampleBytes }

/** Distance reached in an hour, km. */
const reachKph: Readonly<Record<string, number>> = { pedestrian: 5.1, bicycle: 20 }
const vehicleKph = 80

function countIsochrone(fields: Fields) {
  const contours = readList(fields.contours).map((contour) => (contour ?? {}) as Fields)
  const kph = reachKph[String(fields.travel ?? 'pedestrian')] ?? vehicleKph
  const reaches = contours.map(({ time, distance }) =>
    Math.max(readNumber(distance, 0), (readNumber(time, 0) / 60) * kph),
  )
  return {
    contour: contours.length,
    // The number of roads within reach grows with its square until the country ends.
    reach: Math.max(0, ...reaches) ** 1.5,
    drawn: reaches.reduce((sum, reach) => sum + reach, 0),
    exclusion: countExclusions(fields),
  }
}

function countMatrix(fields: Fields) {
  const [sources, targets] = [readPoints(fields.sources), readPoints(fields.targets)]
  const points = sources.length + targets.length
  return {
    pair: sources.length * targets.length,
    point: points,
    // Each point's search extends to the farthest other point.
    search: points * measureExtent([...sources, ...targets]),
    exclusion: countExclusions(fields),
  }
}

function countPredict({ area, segments, searched }: Fields) {
  const { radius_m, geometry, buffer_m } = (area ?? {}) as Fields
  const { coordinates } = (geometry ?? {}) as Fields
  const position = (value: unknown) => {
    const [lon, lat] = readList(value)
    return { lat: readNumber(lat, 0), lon: readNumber(lon, 0) }
  }
  const line = readList(coordinates)
  const isLine = typeof readList(line[0])[0] === 'number'
  const positions = (isLine ? line : readList(line[0])).map(position)
  const radius = Math.min(5_000, readNumber(radius_m, 0)) / 1000
  const corridor = (measureKilometers(positions) * 2 * readNumber(buffer_m, 100)) / 1000
  const square = isLine ? corridor : measureExtent(positions) ** 2 / 2
  // The operation allows at most 80 km².
  const squareKilometers = Math.min(80, Math.PI * radius ** 2 + square)
  const isFine = isLine || squareKilometers < 3
  return {
    hexagon: squareKilometers / (isFine ? 0.002 : 0.015),
    position: positions.length,
    overlay: readList(segments).length + readList(searched).length,
  }
}

/** Counts the characters of texts whose words are looked up. */
function countTexts(...texts: unknown[]) {
  return { character: texts.reduce<number>((sum, text) => sum + countCharacters(text), 0) }
}

const listTexts = (fields: unknown) => Object.values((fields ?? {}) as Fields)

const searchWork = {
  cpuMs: { call: 1, character: 0.08, result: 0.1, kilometer: 0.1 },
  answerBytes: { call: 300, result: 450 },
}

/** Weights by operation, from `npm run bench -- work`. They are set high, for requests that take longer than most. */
export const workModels: Readonly<Record<string, WorkModel>> = {
  'routing/route': {
    cpuMs: routeCpuMs,
    answerBytes: routeBytes,
    count: (fields) => countRoute(fields),
  },
  'routing/compare': {
    cpuMs: routeCpuMs,
    answerBytes: routeBytes,
    count: (fields) => {
      const one = countRoute(fields)
      const modes = Math.max(1, Math.min(5, readList(fields.travel_modes).length || 3))
      return Object.fromEntries(Object.entries(one).map(([unit, count]) => [unit, count * modes]))
    },
  },
  'routing/optimize': {
    cpuMs: { ...routeCpuMs, call: 20, pair: 0.4, search: 0.3 },
    answerBytes: routeBytes,
    count: (fields) => {
      const points = readPoints(fields.locations)
      return {
        ...countRoute(
          fields,
          Math.min(measureKilometers(points), 2 * measureExtent(points) * Math.sqrt(points.length)),
        ),
        pair: points.length ** 2,
        search: points.length * measureExtent(points),
      }
    },
  },
  'routing/find-and-route': {
    cpuMs: { ...routeCpuMs, call: 10, character: 0.1 },
    answerBytes: routeBytes,
    count: (fields) => ({
      ...countRoute(fields, unknownKilometers),
      ...countTexts(fields.origin, fields.destination),
    }),
  },
  'routing/search-along-route': {
    cpuMs: { ...routeCpuMs, call: 150, location: 180, kilometer: 5 },
    answerBytes: routeBytes,
    count: (fields) => countRoute(fields),
  },
  'routing/locate': {
    cpuMs: { call: 2, location: 0.5, exclusion: 0.5 },
    answerBytes: { call: 100, location: 800 },
    count: (fields) => ({
      location: readList(fields.locations).length,
      exclusion: countExclusions(fields),
    }),
  },
  'routing/isochrone': {
    cpuMs: { call: 10, contour: 15, reach: 0.5, drawn: 2, exclusion: 0.5 },
    answerBytes: { call: 500, contour: 8_000, drawn: 2_500 },
    count: countIsochrone,
  },
  'routing/matrix': {
    cpuMs: { call: 3, pair: 0.08, point: 1.5, search: 0.6, exclusion: 0.5 },
    answerBytes: { call: 200, pair: 55 },
    count: countMatrix,
  },
  'routing/snap': {
    cpuMs: { call: 10, point: 0.15, sample: 0.02, exclusion: 0.5 },
    answerBytes: { call: 2_000, point: 130, sample: sampleBytes, kilometer: 900 },
    count: (fields) => {
      const line = readLine(fields)
      const kilometers = measureKilometers(line)
      return { ...countRoute(fields, kilometers), point: line.length }
    },
  },
  'routing/elevation': {
    cpuMs: { call: 2, sample: 0.015 },
    answerBytes: { call: 300, sample: 60 },
    count: (fields) => {
      const line = readLine(fields)
      const spacing = readNumber(fields.resample_distance, 0)
      const resampled = spacing > 0 ? (measureKilometers(line) * 1000) / spacing : 0
      return { sample: line.length + Math.min(20_000, resampled) }
    },
  },
  predict: {
    cpuMs: { call: 20, hexagon: 0.06, position: 0.05, overlay: 5 },
    answerBytes: { call: 10_000, hexagon: 310 },
    count: countPredict,
  },
  'geocoding/search': {
    ...searchWork,
    count: ({ text, size }) => ({ ...countTexts(text), result: readNumber(size, 5) }),
  },
  'geocoding/autocomplete': {
    ...searchWork,
    count: ({ text, size }) => ({ ...countTexts(text), result: readNumber(size, 5) }),
  },
  'geocoding/structured-search': {
    ...searchWork,
    count: (fields) => ({
      ...countTexts(...listTexts(fields)),
      result: readNumber(fields.size, 5),
    }),
  },
  'geocoding/places': {
    ...searchWork,
    count: ({ query, near, radius, size }) => ({
      ...countTexts(query, near),
      result: readNumber(size, 10),
      kilometer: readNumber(radius, 5),
    }),
  },
  'geocoding/reverse': {
    ...searchWork,
    count: (fields) => ({
      result: readNumber(fields.size, 1),
      kilometer: readNumber(fields['boundary.circle.radius'] ?? fields.radius, 1),
    }),
  },
  'geocoding/place': { ...searchWork, count: () => ({ result: 1 }) },
  'geocoding/parse': {
    cpuMs: { call: 2, character: 0.06 },
    answerBytes: { call: 500 },
    count: ({ text, address }) => countTexts(text ?? address),
  },
  'geocoding/batch': {
    cpuMs: { call: 2, item: 2, character: 0.02 },
    answerBytes: { call: 100, item: 100, result: 450 },
    count: ({ items, size }) => {
      const list = readList(items)
      const results = list.map((item) => readNumber(((item ?? {}) as Fields).size ?? size, 1))
      return {
        item: list.length,
        result: results.reduce((sum, count) => sum + count, 0),
        ...countTexts(...list.flatMap(listTexts)),
      }
    },
  },
  'ai/parse-address': {
    cpuMs: { call: 2, address: 4, character: 0.1 },
    answerBytes: { call: 100, address: 700 },
    count: ({ addresses }) => {
      const list = readList(addresses)
      return { address: list.length, ...countTexts(...list.flatMap(listTexts)) }
    },
  },
  // The operation that answers is known only once the question has been read; it is assumed to cost as much as most
  // routes.
  'ai/query': {
    cpuMs: { call: 80, character: 0.2 },
    answerBytes: { call: 50_000 },
    count: ({ query }) => countTexts(query),
  },
  'geocoding/jobs/create': { cpuMs: { call: 5 }, answerBytes: { call: 2_000 }, count: () => ({}) },
  'geocoding/jobs/list': { cpuMs: { call: 5 }, answerBytes: { call: 60_000 }, count: () => ({}) },
  'geocoding/jobs/show': { cpuMs: { call: 5 }, answerBytes: { call: 2_000 }, count: () => ({}) },
  'geocoding/jobs/cancel': { cpuMs: { call: 5 }, answerBytes: { call: 2_000 }, count: () => ({}) },
}
