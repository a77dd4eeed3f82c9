import { basename, dirname, join } from 'node:path'
import type { Manifest } from '#ground/dataset'
import { cairnCommand } from '#platform/home'
import type { Progress } from '#platform/progress'
import { RegionError } from '../errors.ts'
import { fetchArea } from '../fetch/index.ts'
import {
  type FetchedAs,
  type RegionInputs,
  rememberedArea,
  rememberedInputs,
  sourcesFolder,
} from '../inputs.ts'

export interface InputsRequest {
  name: string
  home: string
  /** Areas to fetch, in place of what is remembered. */
  areas?: readonly string[] | undefined
  /** Where areas that are named are fetched from, and whether with elevation. */
  from: Omit<FetchedAs, 'area'>
  /** Maximum bytes of an extract. */
  maxBytes: number
  progress?: Progress
  signal?: AbortSignal
  firstWaitMs?: number
}

/**
 * The newest files of a region: extracts and elevation tiles are fetched again as they were, files of other sources
 * stay.
 *
 * @param published The published build, which says what the next one must not lack.
 * @throws RegionError when the region was not built from fetched areas, its other files are not known here, or a
 * server cannot be used.
 */
export async function newestInputs(
  request: InputsRequest,
  published: Manifest | undefined,
): Promise<RegionInputs> {
  const { name, home, from } = request
  const known = (await rememberedInputs(home, name)) ?? inputsOf(published, home)
  const areas = request.areas
    ? request.areas.map((area) => ({ area, ...from }))
    : await areasOf(name, known)
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
  // The first file counts where two overlap, and files of one's own are meant to.
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

/** Of a region that was built before anything was remembered: its extracts, if they lie where they were fetched to. */
function inputsOf(published: Manifest | undefined, home: string): RegionInputs | undefined {
  if (!published) return undefined
  const names = published.sources.filter(({ kind }) => kind === 'osm').map((source) => source.name)
  const osm = names.map((file) => join(sourcesFolder(home), 'osm', file))
  return { osm, dem: [], landcover: [] }
}

async function areasOf(name: string, known: RegionInputs | undefined): Promise<FetchedAs[]> {
  const advice = 'name the area to fetch, for example: --area europe/andorra'
  if (!known) throw new RegionError(`It is not known what region ${name} was built from: ${advice}`)
  const areas: FetchedAs[] = []
  for (const file of known.osm) {
    const area = await rememberedArea(file)
    if (!area)
      throw new RegionError(
        `Region ${name} was built from ${basename(file)}, which was not fetched on this machine: ${advice}`,
      )
    areas.push(area)
  }
  return areas
}

/** An update must not silently drop elevation or land cover. */
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
