import { fromFile } from 'geotiff'
import {
  assertHeights,
  type HeightFacts,
  measureHeights,
  undeclaredVoids,
} from './plausible-heights.ts'

/** Samples along a side of the window that is checked. */
const windowSide = 512

/** Header facts of a file, see `DemSource`. */
interface DescribedHeights {
  name: string
  readPath: string
  noData: string
  scale: number
  offset: number
}

/**
 * Checks the heights in the middle of a GeoTIFF. Throws if samples cannot be heights: their bytes are swapped, they
 * are in random order, or they lie below and above all land.
 *
 * @returns Warnings.
 * @throws RegionError that names the fault.
 */
export async function checkSampledHeights(source: DescribedHeights): Promise<string[]> {
  const { name } = source
  const read = await readWindow(source.readPath)
  if (!read) return []
  const { facts, voids } = measureWindow(read, source)
  const warnings = [...voids].map(
    (value) =>
      `${name} has samples of ${value}, which stand for no data elsewhere, and does not declare them; if they do here, run: gdal_edit.py -a_nodata ${value} ${name}`,
  )
  assertHeights(name, facts, {
    turned: 'get it again, or write it anew from its source',
    outside: 'declare its unit, its scale and its value for no data, or get it again',
  })
  return warnings
}

interface Window {
  samples: ArrayLike<number>
  width: number
  height: number
  /** Bytes of a whole number; 0 for other kinds of samples. */
  bytes: number
}

/** Reads the samples in the middle of the first band. Returns undefined if only GDAL can unpack the file. */
async function readWindow(path: string): Promise<Window | undefined> {
  const tiff = await fromFile(path)
  try {
    const image = await tiff.getImage()
    const [columns, rows] = [image.getWidth(), image.getHeight()]
    const left = Math.max(0, Math.floor((columns - windowSide) / 2))
    const top = Math.max(0, Math.floor((rows - windowSide) / 2))
    const [right, bottom] = [Math.min(columns, left + windowSide), Math.min(rows, top + windowSide)]
    const [samples] = (await image.readRasters({
      window: [left, top, right, bottom],
      samples: [0],
    })) as unknown as [ArrayLike<number>]
    const isWhole = image.getSampleFormat() !== 3
    const bytes = isWhole ? image.getBitsPerSample() / 8 : 0
    return { samples, width: right - left, height: bottom - top, bytes }
  } catch {
    return undefined
  } finally {
    await tiff.close()
  }
}

function measureWindow(
  { samples, width, height, bytes }: Window,
  { noData, scale, offset }: DescribedHeights,
): { facts: HeightFacts; voids: ReadonlySet<number> } {
  const declared = Number(noData)
  const isVoid = (value: number) => !Number.isFinite(value) || value === declared
  const voids = new Set<number>()
  const facts = measureHeights({
    width,
    height,
    heightAt(at) {
      const value = samples[at]!
      if (isVoid(value)) return undefined
      if (!undeclaredVoids.has(value)) return value * scale + offset
      voids.add(value)
      return undefined
    },
    // Swapped bytes are tested only for short whole numbers. Other samples count as equally rough when swapped.
    swappedAt: (at) => (bytes === 2 ? swapBytes(samples[at]!) * scale : samples[at]! * scale),
  })
  return { facts, voids }
}

function swapBytes(value: number): number {
  const turned = ((value & 0xff) << 8) | ((value >> 8) & 0xff)
  return (turned << 16) >> 16
}
