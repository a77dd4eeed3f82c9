import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { cairnCommand } from '#platform/home'
import type { Progress } from '#platform/progress'
import { RegionError } from '../errors.ts'
import { storeArea } from '../inputs.ts'
import { inspectOsm, type OsmExtract } from '../osm/index.ts'
import { extractContent, md5Content, tiffContent } from './content.ts'
import { listCopernicusTiles } from './copernicus.ts'
import { download } from './download.ts'

export interface AreaRequest {
  /** Path of the area at Geofabrik, for example `europe/andorra`. */
  area: string
  /** Folder for the downloads. */
  folder: string
  osmBase: string
  demBase: string
  withDem: boolean
  progress?: Progress
  signal?: AbortSignal
  /** Maximum size of the extract. */
  maxBytes?: number
  /** See {@link download}. */
  firstWaitMs?: number
  stallMs?: number
}

/** Default maximum size of an extract; the extract of any continent is smaller. */
export const defaultMaxGigabytes = 40
/** Maximum size of a tile, several times an uncompressed tile of one arc-second (26 MB). */
const maxTileBytes = 250e6
const maxMd5Bytes = 10_000

export interface FetchedArea {
  osm: string
  dem: string[]
  /** The command to run next. */
  command: string
}

const areaPattern = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/
const areaExample = 'Area names look like europe/andorra or north-america/us/vermont'

/** Throws a RegionError for an invalid area name. */
export function assertArea(area: string): void {
  if (!areaPattern.test(area))
    throw new RegionError(`"${area}" is not the name of an area. ${areaExample}.`)
}

function quote(path: string): string {
  return /^[\w./@%+=:-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}

function trimSlash(base: string): string {
  return base.replace(/\/+$/, '')
}

/**
 * Downloads an OpenStreetMap extract from Geofabrik, checked against its MD5 if there is one, and the Copernicus
 * GLO-30 tiles that cover its bounds. Unchanged files are not downloaded again.
 *
 * @throws RegionError for an unknown area, unusable content, and a server that stays unreachable.
 */
export async function fetchArea(request: AreaRequest): Promise<FetchedArea> {
  const { area, folder, progress = () => {} } = request
  assertArea(area)
  const osm = join(folder, 'osm', `${area.replaceAll('/', '-')}-latest.osm.pbf`)
  await fetchExtract(request, osm)
  const { bounds } = await inspectFetched(osm)
  const { osmBase, demBase, withDem } = request
  await storeArea(osm, { area, osmBase, demBase, withDem })
  const dem: string[] = []
  if (request.withDem) {
    const stage = 'Downloading elevation'
    progress({ stage, fraction: 0 })
    const tiles = listCopernicusTiles(bounds)
    for (const [i, tile] of tiles.entries()) {
      const path = join(folder, 'dem', `${tile}.tif`)
      const end = await download({
        ...retryOptions(request),
        url: `${trimSlash(request.demBase)}/${tile}/${tile}.tif`,
        path,
        content: tiffContent,
        maxBytes: maxTileBytes,
        onProgress: (fraction) =>
          progress({ stage, fraction: ((i + fraction) / tiles.length) * 0.999 }),
      })
      // There are no tiles for open ocean.
      if (end !== 'absent') dem.push(path)
    }
    progress({ stage, fraction: 1 })
  }
  const name = area.split('/').at(-1)!.slice(0, 63).replace(/^-+/, '')
  const demPart = dem.length > 0 ? ` --dem ${dem.map(quote).join(' ')}` : ''
  return { osm, dem, command: `${cairnCommand} region build ${name} --osm ${quote(osm)}${demPart}` }
}

/** Returns the options common to the downloads of an area. */
function retryOptions({ signal, firstWaitMs = 500, stallMs = 30_000 }: AreaRequest) {
  return { signal, firstWaitMs, stallMs }
}

/**
 * Inspects a fetched extract, and removes it if it is unusable: otherwise the next run would keep it as unchanged.
 */
async function inspectFetched(path: string): Promise<OsmExtract> {
  try {
    return await inspectOsm(path)
  } catch (error) {
    await removeWithTag(path)
    throw error
  }
}

async function removeWithTag(path: string): Promise<void> {
  await rm(path, { force: true })
  await rm(`${path}.etag`, { force: true })
}

async function fetchExtract(request: AreaRequest, path: string): Promise<void> {
  const { area, maxBytes = defaultMaxGigabytes * 1e9, progress = () => {} } = request
  const url = `${trimSlash(request.osmBase)}/${area}-latest.osm.pbf`
  const stage = 'Downloading the extract'
  for (let attempt = 1; ; attempt++) {
    progress({ stage, fraction: 0 })
    const onProgress = (fraction: number): void => progress({ stage, fraction: fraction * 0.999 })
    const extract = { url, path, content: extractContent, maxBytes, onProgress }
    const end = await download({ ...retryOptions(request), ...extract })
    if (end === 'absent')
      throw new RegionError(
        `There is no extract "${area}" at ${request.osmBase}. ${areaExample}; the site lists them all.`,
      )
    if (await matchesMd5(url, path, request)) break
    await removeWithTag(path)
    if (attempt === 2)
      throw new RegionError(
        `${basename(path)} was damaged in two downloads: its MD5 sum differs from the published one.`,
      )
  }
  progress({ stage, fraction: 1 })
}

/** Compares a file with `<url>.md5`. An extract without such a file counts as intact. */
async function matchesMd5(url: string, path: string, request: AreaRequest): Promise<boolean> {
  const md5Path = `${path}.md5`
  const md5 = { content: md5Content, maxBytes: maxMd5Bytes }
  const end = await download({ ...retryOptions(request), ...md5, url: `${url}.md5`, path: md5Path })
  if (end === 'absent') return true
  const stated = (await readFile(md5Path, 'latin1')).slice(0, 32).toLowerCase()
  const hash = createHash('md5')
  for await (const chunk of createReadStream(path, { signal: request.signal })) hash.update(chunk)
  return hash.digest('hex') === stated
}

export { extractContent, md5Content, tiffContent } from './content.ts'
export { formatTileName, listCopernicusTiles } from './copernicus.ts'
export { type Download, download } from './download.ts'
export { fetchInputs, isAddress, measureInput } from './inputs.ts'
export { resolveRedirect } from './request.ts'
