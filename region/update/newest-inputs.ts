import { basename, dirname, join } from 'node:path'
import type { Manifest } from '#ground/dataset'
import { cairnCommand } from '#platform/home'
import type { Progress } from '#platform/progress'
import { RegionError } from '../errors.ts'
import { fetchArea } from '../fetch/index.ts'
import {
  type FetchedAs,
  type RegionInputs,
  readArea,
  readInputs,
  sourcesFolder,
} from '../inputs.ts'

export interface InputsRequest {
  name: string
  home: string
  /** Areas to fetch, instead of the remembered ones. */
  areas?: readonly string[] | undefined
  /** Server of named areas, and whether to fetch elevation for them. */
  from: Omit<FetchedAs, 'area'>
  /** Maximum size of an extract, in bytes. */
  maxBytes: number
  progress?: Progress
  signal?: AbortSignal
  firstWaitMs?: number
}

/**
 * Returns the newest files of a region: extracts and elevation tiles are fetched again as they were, files of other
 * sources stay.
 *
 * @param published The published build; the next one must not lack its kinds of sources.
 * @throws RegionError if the region was not built from fetched areas, its other files are not known here, or a server
 *   cannot be used.
 */
export async function fetchNewestInputs(
  request: InputsRequest,
  published: Manifest | undefined,
): Promise<RegionInputs> {
  const { name, home, from } = request
  const known = (await readInputs(home, name)) ?? guessInputs(published, home)
  const areas = request.areas
    ? request.areas.map((area) => ({ area, ...from }))
    : await readAreas(name, known)
  const folder = sourcesFolder(home)
  const [osm, tiles]: [string[], string[]] = [[], []]
  for (const area of areas) {
    const { progress, signal, maxBytes, firstWaitMs } = request
    const fetched = await fetchArea({
      ...area,
      folder,
      maxBytes,
      ...(progress && { progress }),
      ...(signal && { signal }),
      ...(firstWaitMs !== undefined && { firstWaitMs }),
    })
    osm.push(fetched.osm)
    tiles.push(...fetched.dem)
  }
  // Where two files overlap, the first counts, and the user's own files must win.
  const own = known?.dem.filter((file) => dirname(file) !== join(folder, 'dem')) ?? []
  const inputs = {
    osm,
    dem: [...new Set([...own, ...tiles])],
    landcover: known?.landcover ?? [],
    ...(known?.demAttribution !== undefined && { demAttribution: known.demAttribution }),
  }
  assertNothingLacks(published, inputs)
  return inputs
}

/**
 * Returns the inputs of a region that was built before inputs were remembered: its extracts at the place where they
 * were fetched to.
 */
function guessInputs(published: Manifest | undefined, home: string): RegionInputs | undefined {
  if (!published) return undefined
  const names = published.sources.filter(({ kind }) => kind === 'osm').map((source) => source.name)
  const osm = names.map((file) => join(sourcesFolder(home), 'osm', file))
  return { osm, dem: [], landcover: [] }
}

async function readAreas(name: string, known: RegionInputs | undefined): Promise<FetchedAs[]> {
  const advice = 'name the area to fetch, for example: --area europe/andorra'
  if (!known) throw new RegionError(`It is not known what region ${name} was built from: ${advice}`)
  const areas: FetchedAs[] = []
  for (const file of known.osm) {
    const area = await readArea(file)
    if (!area)
      throw new RegionError(
        `Region ${name} was built from ${basename(file)}, which was not fetched on this machine: ${advice}`,
      )
    areas.push(area)
  }
  return areas
}

/** Throws if an update would silently drop elevation or land cover. */
function assertNothingLacks(published: Manifest | undefined, inputs: RegionInputs): void {
  const lacks = (kind: 'dem' | 'landcover') =>
    inputs[kind].length === 0 && published?.sources.some((source) => source.kind === kind)
  const missing = lacks('dem') ? 'elevation' : lacks('landcover') ? 'land cover' : undefined
  if (missing)
    throw new RegionError(
      `Region ${published!.name} was built with ${missing} of files that are not known on this machine: ` +
        `build it here once more, with: ${cairnCommand} region build ${published!.name} --osm FILE ...`,
    )
}
