import type { TravelType } from '#routing/schemas'
import { fill } from '../fill.ts'
import type { Answered, Description, Results } from './answered.ts'
import type { Speaker } from './speaker.ts'

/** Maximum number of pairs to list; longer lists mention only the nearest and the farthest. */
const maxListed = 6

/** Maximum number of pairs among the values. */
const maxFacts = 50

interface Pair {
  places: string
  cell: Results['matrix']['matrix'][number][number]
}

export function describeMatrix({ parameters, result }: Answered, speaker: Speaker): Description {
  const { sources, targets, matrix } = result as Results['matrix']
  const { figures, texts } = speaker
  const travel = speaker.nameTravel((parameters.travel as TravelType | undefined) ?? 'auto')
  const named = speaker.nameLocations([...sources, ...targets])
  const [rows, columns] = [named.slice(0, sources.length), named.slice(sources.length)]
  const pairs = rows.flatMap((from, i) =>
    columns.flatMap((to, j): Pair[] => {
      const isOnePlace = sources[i]!.lat === targets[j]!.lat && sources[i]!.lon === targets[j]!.lon
      // Pairs of a place with itself are skipped, unless the table contains no other pair.
      if (isOnePlace && rows.length * columns.length > 1) return []
      return [{ places: speaker.joinPlaces([from, to]), cell: matrix[i]![j] ?? null }]
    }),
  )
  const reached = pairs.flatMap(({ places, cell }) => (cell ? [{ places, ...cell }] : []))
  const unreached = pairs.filter(({ cell }) => !cell).map(({ places }) => places)
  const values: Record<string, string> = { travel }
  if (reached.length === 0) {
    values.unreachable = speaker.joinClauses(unreached.slice(0, maxListed))
    return { sentences: [texts.matrix.nothing], values }
  }
  const figuresOf = ({ places, distance_meters, duration_seconds }: (typeof reached)[number]) => ({
    places,
    distance: figures.distance(distance_meters),
    duration: figures.duration(duration_seconds),
  })
  const sayPair = (pair: (typeof reached)[number]) => fill(texts.matrix.pair, figuresOf(pair))
  const sentences: string[] = []
  if (reached.length === 1) {
    sentences.push(fill(texts.matrix.one, { ...figuresOf(reached[0]!), travel }))
  } else if (reached.length <= maxListed) {
    const list = speaker.joinClauses(reached.map(sayPair))
    sentences.push(fill(texts.matrix.all, { travel, pairs: list }))
  }
  for (const { places, distance, duration } of reached.slice(0, maxFacts).map(figuresOf))
    values[places] = `${distance}, ${duration}`
  if (reached.length > 1) {
    const order = [...reached].sort((a, b) => a.duration_seconds - b.duration_seconds)
    const [nearest, farthest] = [sayPair(order[0]!), sayPair(order.at(-1)!)]
    sentences.push(
      reached.length <= maxListed
        ? fill(texts.matrix.ranked, { nearest: order[0]!.places, farthest: order.at(-1)!.places })
        : fill(texts.matrix.extremes, { travel, nearest, farthest }),
    )
    Object.assign(values, { shortest: nearest, longest: farthest })
  }
  if (unreached.length > 0) {
    const { unreachable, manyUnreachable } = texts.matrix
    const isFew = unreached.length <= maxListed
    const pairs = isFew ? speaker.joinClauses(unreached) : ''
    sentences.push(
      speaker.fillCounted(isFew ? unreachable : manyUnreachable, unreached.length, { pairs }),
    )
    values.unreachable = isFew ? pairs : figures.count(unreached.length)
  }
  return { sentences, values }
}
