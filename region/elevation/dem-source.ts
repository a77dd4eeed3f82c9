import { constants } from 'node:fs'
import { open, readFile, realpath, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { RegionError } from '../errors.ts'
import { makeHgtGrid, parseCellName } from './degree-cells.ts'
import { runGdal } from './gdal.ts'
import type { BandFacts, GdalStep, RasterFacts } from './gdal-steps.ts'
import { computeGridBounds, type PixelGrid, planMosaicGrid } from './pixel-grid.ts'
import { assertPlausibleHeights } from './plausible-heights.ts'
import { assertHeightSamples, assertSoundTiff, tiffMagics } from './tiff-check.ts'
import { checkSampledHeights } from './tiff-heights.ts'
import { formatHgtVrt, noData } from './vrt.ts'

/** A checked elevation file and its grid. */
export interface DemSource {
  name: string
  format: 'geotiff' | 'hgt'
  /** The file itself, or a VRT that describes it to GDAL. */
  readPath: string
  /** Grid in degrees of WGS 84: the file's own if `isAligned`, else the grid after reprojection. */
  grid: PixelGrid
  /** Whether the file is a north-up grid in EPSG:4326 and needs no reprojection. */
  isAligned: boolean
  /** GDAL's name of the sample type, for example `Int16`. */
  type: string
  noData: string
  /** Metres = value * scale + offset. */
  scale: number
  offset: number
  /** Warnings about a file that may be right nevertheless. */
  warnings: readonly string[]
}

/** Samples along a side of an HGT tile: three or one arc-seconds. */
const hgtSides = [1201, 3601]

const metersPerFoot = 0.3048
/** https://www.nist.gov/pml/us-surveyfoot */
const metersPerSurveyFoot = 1200 / 3937
const metresPerUnit = new Map(
  Object.entries({
    '': 1,
    m: 1,
    metre: 1,
    metres: 1,
    meter: 1,
    meters: 1,
    ft: metersPerFoot,
    foot: metersPerFoot,
    feet: metersPerFoot,
    'us-ft': metersPerSurveyFoot,
    ftus: metersPerSurveyFoot,
    'us survey foot': metersPerSurveyFoot,
  }),
)

async function readMagic(path: string): Promise<{ magic: string; sizeBytes: number }> {
  const file = await open(path, constants.O_RDONLY)
  try {
    const bytes = Buffer.alloc(4)
    const { bytesRead } = await file.read(bytes, 0, 4, 0)
    const magic = bytes.subarray(0, bytesRead).toString('latin1')
    return { magic, sizeBytes: (await file.stat()).size }
  } finally {
    await file.close()
  }
}

/**
 * Checks elevation files by their content and finds their grids.
 *
 * @param folder For VRTs; keep it while the sources are in use.
 * @throws RegionError that names the first unusable file and the reason.
 */
export async function inspectDem(
  paths: readonly string[],
  folder: string,
  signal?: AbortSignal,
): Promise<DemSource[]> {
  const sources: DemSource[] = []
  const tiffs: { index: number; name: string; path: string }[] = []
  for (const [index, given] of paths.entries()) {
    const name = basename(given)
    // GDAL's mount of the disk has no working folder and follows no symbolic links.
    const path = await realpath(given)
    const { magic, sizeBytes } = await readMagic(path)
    if (tiffMagics.includes(magic)) {
      await assertSoundTiff(path)
      await assertHeightSamples(path)
      tiffs.push({ index, name, path })
    } else {
      const vrt = join(folder, `hgt-${index}.vrt`)
      sources[index] = await describeHgt({ name, path, sizeBytes, magic, vrt })
    }
  }
  const facts = await runGdal(
    tiffs.map(({ path }) => ({ program: 'info', input: path })),
    { signal },
  )
  for (const [i, { index, name, path }] of tiffs.entries())
    sources[index] = await checkTiff(describeTiff(name, path, facts[i]!))
  await locateUnaligned(sources, folder, signal)
  assertMosaicSize(sources)
  return sources
}

async function describeHgt(file: {
  name: string
  path: string
  sizeBytes: number
  magic: string
  vrt: string
}): Promise<DemSource> {
  const { name, path, sizeBytes, magic, vrt } = file
  if (magic.startsWith('\x1f\x8b') || magic.startsWith('PK'))
    throw new RegionError(`${name} is packed: unpack it first.`)
  const side = hgtSides.find((samples) => samples * samples * 2 === sizeBytes)
  if (!side)
    throw new RegionError(
      `${name} is not elevation: neither a GeoTIFF nor an HGT tile of 1201 x 1201 or 3601 x 3601 samples.`,
    )
  const cell = parseCellName(name)
  if (!cell)
    throw new RegionError(
      `${name} has the size of an HGT tile, but its name does not say where it lies; it must begin like N42E001.`,
    )
  if (Math.abs(cell.lat + 0.5) > 90 || Math.abs(cell.lon + 0.5) > 180)
    throw new RegionError(`${name} lies outside the world by its name.`)
  assertSideOfName(name, side)
  const warnings = assertPlausibleHeights(name, await readFile(path), side)
  const grid = makeHgtGrid(cell, side)
  await writeFile(vrt, formatHgtVrt(path, grid))
  return {
    name,
    format: 'hgt',
    readPath: vrt,
    grid,
    isAligned: true,
    type: 'Int16',
    noData: String(noData),
    scale: 1,
    offset: 0,
    warnings,
  }
}

/** Samples along a side of products of NASA, USGS and JAXA, by the file name. */
const sideInName: readonly [RegExp, number][] = [
  [/SRTMGL1|_1arc|NASADEM|AW3D30/i, 3601],
  [/SRTMGL3|_3arc/i, 1201],
]

/** Throws if the size of a tile differs from the size in its name: another file was renamed. */
function assertSideOfName(name: string, side: number): void {
  const stated = sideInName.find(([pattern]) => pattern.test(name))?.[1]
  if (stated === undefined || stated === side) return
  throw new RegionError(
    `${name} is of ${stated} x ${stated} samples by its name, and has ${side} x ${side}: it is another file; get it again.`,
  )
}

/** Maximum degrees between samples, 2.2 km at the equator: coarser elevation is useless for routing. */
const maxStepDegrees = 0.02

async function checkTiff(source: Omit<DemSource, 'warnings'>): Promise<DemSource> {
  const warnings = await checkSampledHeights(source)
  const { name, type, grid, isAligned } = source
  if (isAligned && Math.max(grid.stepLat, grid.stepLon) > maxStepDegrees)
    warnings.push(
      `${name} has a sample every ${Math.round(grid.stepLat * 111)} km: too few for climbs and grades.`,
    )
  if (type === 'Byte')
    warnings.push(
      `${name} has samples of 8 bits, heights of 0 to 255: make sure that it is no picture, such as a hill shade.`,
    )
  return { ...source, warnings }
}

function describeTiff(name: string, path: string, facts: RasterFacts): Omit<DemSource, 'warnings'> {
  const band = facts.bands[0]
  if (!band || facts.bands.length > 2 || band.type.startsWith('C'))
    throw new RegionError(
      `${name} is not elevation: it has ${facts.bands.length} bands, an elevation file has one.`,
    )
  if (!facts.hasCrs) throw new RegionError(`${name} does not say its coordinate system.`)
  const [west, stepLon, rowRotation, north, columnRotation, stepLat] = facts.transform
  if (!facts.transform.every(Number.isFinite) || stepLon === 0 || stepLat === 0)
    throw new RegionError(`${name} does not say where it lies: its transform makes no sense.`)
  // GDAL returns this transform for a file without one.
  if (`${facts.transform}` === '0,1,0,0,0,1')
    throw new RegionError(
      `${name} does not say where it lies: it has a coordinate system, but no position.`,
    )
  const isNorthUp = rowRotation === 0 && columnRotation === 0 && stepLon > 0 && stepLat < 0
  const { width, height } = facts
  return {
    name,
    format: 'geotiff',
    readPath: path,
    grid: { west, north, stepLon, stepLat: -stepLat, width, height },
    isAligned: facts.epsg === 4326 && isNorthUp,
    ...describeHeights(name, band),
  }
}

/** Maximum samples of a mosaic; all of Europe with one sample per arc-second has 6e10. */
const maxMosaicSamples = 1e11

/** Throws if the files together span too much, for example because of a wrong position or step. */
function assertMosaicSize(sources: readonly DemSource[]): void {
  if (sources.length === 0) return
  const { width, height } = planMosaicGrid(sources.map((source) => source.grid))
  if (width * height <= maxMosaicSamples) return
  const names = sources.map(({ name }) => name).join(', ')
  throw new RegionError(
    `The elevation is too large: ${names} together span ${width} x ${height} samples; check where the files lie, and build what lies far apart as regions of their own.`,
  )
}

function describeHeights(
  name: string,
  band: BandFacts,
): Pick<DemSource, 'type' | 'noData' | 'scale' | 'offset'> {
  const metres = metresPerUnit.get(band.unit.toLowerCase())
  if (metres === undefined)
    throw new RegionError(`${name} has heights in "${band.unit}"; metres or feet are understood.`)
  if (!Number.isFinite(band.scale) || band.scale <= 0 || !Number.isFinite(band.offset))
    throw new RegionError(
      `${name} cannot be read: its heights are samples times ${band.scale} plus ${band.offset}; correct it with: gdal_edit.py -scale 1 -offset 0 ${name}`,
    )
  return {
    type: band.type,
    noData: band.noData ?? String(noData),
    scale: band.scale * metres,
    offset: band.offset * metres,
  }
}

/** Sets the grids of unaligned files to those after reprojection to WGS 84, as GDAL computes them. */
async function locateUnaligned(
  sources: readonly DemSource[],
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  const unaligned = sources.filter((source) => !source.isAligned)
  const steps = unaligned.flatMap((source, i): GdalStep[] => {
    const output = join(folder, `located-${i}`)
    const options = ['-of', 'VRT', '-t_srs', 'EPSG:4326', '-novshift']
    return [
      { program: 'warp', input: source.readPath, output, options },
      { program: 'info', input: `${output}.vrt` },
    ]
  })
  const facts = await runGdal(steps, { signal })
  for (const [i, source] of unaligned.entries()) {
    const { width, height, transform } = facts[i]!
    const [west, stepLon, , north, , stepLat] = transform
    source.grid = { west, north, stepLon, stepLat: -stepLat, width, height }
  }
  for (const { name, grid } of sources) {
    const { min_lat, min_lon, max_lat, max_lon } = computeGridBounds(grid)
    const isInside = min_lat >= -90.1 && max_lat <= 90.1 && min_lon >= -180.1 && max_lon <= 180.1
    if (!isInside)
      throw new RegionError(`${name} lies outside the world; check its coordinate system.`)
  }
}
