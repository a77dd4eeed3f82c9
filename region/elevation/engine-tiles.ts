import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Bounds } from '#ground/geo'
import { type DegreeCell, engineSamples, formatTilePath, makeHgtGrid } from './degree-cells.ts'
import { closeGaps, maxGapSamples } from './gaps.ts'
import { runGdal } from './gdal.ts'
import type { GdalStep } from './gdal-steps.ts'
import type { PixelGrid } from './pixel-grid.ts'
import { noData } from './vrt.ts'
import { bilinearOptions, formatTargetOptions } from './warp-options.ts'

/** Cells per GDAL process, whose memory never shrinks. */
const cellsPerProcess = 8

/** Statistics of the written tiles. */
export interface TileSurvey {
  /** Lowest and highest height; undefined if there is none. */
  range: { lowest: number; highest: number } | undefined
  /**
   * Number of samples in boxes with roads, and how many of them were in gaps of the sources, closed or still open.
   */
  gaps: { samples: number; closed: number; open: number }
}

/**
 * Samples terrain at every whole arc-second of the cells, bilinearly where the terrain is coarser. Writes the tiles
 * that the engine's builder reads into `engineFolder`. Closes small gaps.
 *
 * @param scratch Folder for intermediate files.
 * @param options `roads`: boxes where gaps are counted; without it everywhere.
 */
export async function writeEngineTiles(
  terrainPath: string,
  cells: readonly DegreeCell[],
  engineFolder: string,
  scratch: string,
  options: {
    roads?: readonly Bounds[] | undefined
    signal?: AbortSignal | undefined
    onCell(done: number): void
  },
): Promise<TileSurvey> {
  const survey: TileSurvey = { range: undefined, gaps: { samples: 0, closed: 0, open: 0 } }
  await mkdir(engineFolder)
  for (let from = 0; from < cells.length; from += cellsPerProcess) {
    const batch = cells.slice(from, from + cellsPerProcess)
    const raw = await sample(terrainPath, batch, scratch, options.signal, (done) =>
      options.onCell(from + done),
    )
    for (const [i, cell] of batch.entries()) {
      options.signal?.throwIfAborted()
      const heights = await readFile(raw[i]!)
      await rm(raw[i]!)
      const path = join(engineFolder, formatTilePath(cell))
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, encodeEngineTile(heights, survey, markRoadColumns(cell, options.roads)))
    }
  }
  return survey
}

/** Samples raw little-endian heights of each cell with its margin, by GDAL. */
async function sample(
  terrainPath: string,
  cells: readonly DegreeCell[],
  scratch: string,
  signal: AbortSignal | undefined,
  onStep: (done: number) => void,
): Promise<string[]> {
  const raw = cells.map((_, i) => join(scratch, `cell-${i}`))
  const steps = cells.map((cell, i): GdalStep => {
    const options = [
      '-of',
      'EHdr',
      '-ot',
      'Int16',
      ...bilinearOptions,
      ...formatTargetOptions(withMargin(makeHgtGrid(cell, engineSamples))),
    ]
    return { program: 'warp', input: terrainPath, output: raw[i]!, options }
  })
  await runGdal(steps, { signal, onStep })
  return raw.map((path) => `${path}.bil`)
}

/** Adds a margin as wide as gaps reach, so that neighbouring tiles close gaps alike along their edge. */
function withMargin(grid: PixelGrid): PixelGrid {
  return {
    ...grid,
    west: grid.west - maxGapSamples * grid.stepLon,
    north: grid.north + maxGapSamples * grid.stepLat,
    width: grid.width + 2 * maxGapSamples,
    height: grid.height + 2 * maxGapSamples,
  }
}

/** Marks the samples of a row of the cell: 1 in a box with roads, 0 elsewhere. */
type RowMask = (row: number) => Uint8Array

function markRoadColumns({ lat, lon }: DegreeCell, roads: readonly Bounds[] | undefined): RowMask {
  const steps = engineSamples - 1
  const mask = new Uint8Array(engineSamples)
  if (!roads) return () => mask.fill(1)
  return (row) => {
    mask.fill(0)
    const rowLat = lat + 1 - row / steps
    for (const { min_lat, min_lon, max_lat, max_lon } of roads) {
      if (rowLat < min_lat || rowLat > max_lat) continue
      const from = Math.max(0, Math.ceil((min_lon - lon) * steps))
      mask.fill(1, from, Math.max(from, Math.floor((max_lon - lon) * steps) + 1))
    }
    return mask
  }
}

/** Closes gaps, cuts off the margin and swaps the bytes: HGT is big-endian. */
function encodeEngineTile(bytes: Buffer, survey: TileSurvey, markRoads: RowMask): Buffer {
  const width = engineSamples + 2 * maxGapSamples
  const heights = new Int16Array(bytes.buffer, bytes.byteOffset, width * width)
  const before = cut(heights, width)
  const hasGaps = before.includes(noData)
  if (hasGaps) closeGaps(heights, width)
  const tile = hasGaps ? cut(heights, width) : before
  let { lowest, highest } = survey.range ?? { lowest: Infinity, highest: -Infinity }
  for (let row = 0, i = 0; row < engineSamples; row++) {
    const hasRoads = markRoads(row)
    for (let column = 0; column < engineSamples; column++, i++) {
      const height = tile[i]!
      if (hasRoads[column] === 1) {
        survey.gaps.samples++
        if (before[i] === noData) survey.gaps[height === noData ? 'open' : 'closed']++
      }
      if (height === noData) continue
      if (height < lowest) lowest = height
      if (height > highest) highest = height
    }
  }
  if (lowest <= highest) survey.range = { lowest, highest }
  return Buffer.from(tile.buffer).swap16()
}

function cut(heights: Int16Array, width: number): Int16Array {
  const tile = new Int16Array(engineSamples * engineSamples)
  for (let row = 0; row < engineSamples; row++) {
    const start = (row + maxGapSamples) * width + maxGapSamples
    tile.set(heights.subarray(start, start + engineSamples), row * engineSamples)
  }
  return tile
}
