/**
 * Runs GDAL programs one after the other in a child process, because WebAssembly memory never shrinks and an abort in
 * it ends the process. One message contains all steps; one message reports each.
 */
import { createRequire } from 'node:module'
import { dirname, relative } from 'node:path'
import initGdalJs, { type Gdal } from 'gdal3.js/node.js'
import type { BandFacts, GdalMessage, GdalStep, RasterFacts } from './gdal-steps.ts'
import { toGdalPath } from './gdal-steps.ts'

interface GdalInfoJson {
  coordinateSystem?: { wkt?: string }
  stac?: { 'proj:epsg'?: number | null }
  bands: {
    type: string
    noDataValue?: number | string
    scale?: number
    offset?: number
    unit?: string
  }[]
}

const complaints: string[] = []

async function loadGdal(): Promise<Gdal> {
  const { resolve } = createRequire(import.meta.url)
  const folder = dirname(resolve('gdal3.js/dist/package/gdal3WebAssembly.wasm'))
  return await initGdalJs({
    // gdal3.js puts `./` before the path of its data file, so the path must be relative.
    path: relative(process.cwd(), folder) || '.',
    dest: '/',
    env: {
      GDAL_CACHEMAX: '256',
      // VRTs of HGT tiles are in the output folder, not beside the tiles.
      GDAL_VRT_RAWRASTERBAND_ALLOWED_SOURCE: 'ALL',
      GDAL_PAM_ENABLED: 'NO',
    },
    logHandler: () => {},
    errorHandler: (message) => complaints.push(message),
  })
}

async function readFacts(
  gdal: Gdal,
  dataset: Parameters<Gdal['getInfo']>[0],
): Promise<RasterFacts> {
  const json = (await gdal.gdalinfo(dataset, [])) as GdalInfoJson
  // gdalinfo rounds the transform to 16 digits; this one is exact.
  const { width, height, coordinateTransform } = await gdal.getInfo(dataset)
  const transform = Object.values(coordinateTransform) as RasterFacts['transform']
  return {
    width,
    height,
    transform,
    hasCrs: Boolean(json.coordinateSystem?.wkt),
    epsg: json.stac?.['proj:epsg'] ?? undefined,
    bands: json.bands.map(
      (band): BandFacts => ({
        type: band.type,
        noData: band.noDataValue === undefined ? undefined : String(band.noDataValue).toLowerCase(),
        scale: band.scale ?? 1,
        offset: band.offset ?? 0,
        unit: band.unit ?? '',
      }),
    ),
  }
}

async function run(gdal: Gdal, step: GdalStep): Promise<RasterFacts | undefined> {
  const { datasets } = await gdal.open(toGdalPath(step.input))
  const dataset = datasets[0]
  if (!dataset) throw new Error('not a raster GDAL can read')
  try {
    if (step.program === 'info') return await readFacts(gdal, dataset)
    // Without its leading slash, GDAL resolves the name below the mount point.
    const output = step.output.slice(1)
    if (step.program === 'warp') await gdal.gdalwarp(dataset, step.options, output)
    else await gdal.gdal_translate(dataset, step.options, output)
    return undefined
  } finally {
    await gdal.close(dataset)
  }
}

/**
 * Describes an error. gdal3.js rejects with `{no, message}` or a list of these. If that only says that GDAL returned
 * NULL, an earlier complaint of GDAL contains the reason.
 */
function describe(error: unknown): string {
  const first = (Array.isArray(error) ? error[0] : error) as { message?: string } | undefined
  const complaint = complaints.find((text) => !text.includes('is NULL in'))
  return complaint?.replace(/^ERROR \d+: /, '') || first?.message || String(error)
}

function send(message: GdalMessage): void {
  process.send?.(message)
}

process.once('disconnect', () => process.exit(1))
process.once('message', async (steps: GdalStep[]) => {
  let current = 0
  try {
    const gdal = await loadGdal()
    for (const [step, work] of steps.entries()) {
      current = step
      complaints.length = 0
      const facts = await run(gdal, work)
      send(facts ? { kind: 'done', step, facts } : { kind: 'done', step })
    }
  } catch (error) {
    send({ kind: 'failed', step: current, message: describe(error) })
  }
  process.disconnect?.()
})
