import { lakeAxis, valleys } from '../plan/sites.ts'
import { type IslandPoint, resample, smooth } from '../plane/geometry.ts'
import { noise } from '../plane/noise.ts'
import { coastMeters, lakeMeters } from './natural-height.ts'

export interface StreamCourse {
  key: string
  line: IslandPoint[]
}

// The lake's inflow and outflow end at its shore; a stream line across the lake would hide them.
function splitAtLake(line: readonly IslandPoint[]): IslandPoint[][] {
  const found: IslandPoint[][] = [[]]
  for (const point of line) {
    if (coastMeters(point) < 12) break
    if (lakeMeters(point) > 12) {
      if (found[found.length - 1]!.length > 0) found.push([])
    } else found[found.length - 1]!.push(point)
  }
  return found.filter((part) => part.length > 1)
}

let laid: StreamCourse[] | undefined

/** Returns the streams with the keys of their names. They flow downhill along the valley floors and wind a little. */
export function layStreams(): StreamCourse[] {
  laid ??= valleys.flatMap(({ key, line, wallMeters }) => {
    const course = key === 'auvra' ? routeThroughLake(line) : line
    const bend = wallMeters > 500 ? 60 : 10
    const winding = resample(smooth(course, 2), 45).map(({ x, y }) => ({
      x: x + bend * noise(x / 420, y / 420, 81),
      y: y + bend * noise(x / 420, y / 420, 82),
    }))
    return splitAtLake(winding).map((part) => ({ key, line: part }))
  })
  return laid
}

export function listStreams(): IslandPoint[][] {
  return layStreams().map((stream) => stream.line)
}

function routeThroughLake(line: readonly IslandPoint[]): IslandPoint[] {
  const inflow = line.filter((point) => point.y > lakeAxis[0]!.y)
  const outflow = line.filter((point) => point.y < lakeAxis[lakeAxis.length - 1]!.y)
  return [...inflow, ...lakeAxis, ...outflow]
}
