/** One run of a GDAL program, with absolute real paths. Outputs are named without their extension. */
export type GdalStep =
  | { program: 'info'; input: string; names?: readonly string[] }
  | {
      program: 'translate' | 'warp'
      input: string
      /** The files of the user that the input is made of; by default the input. */
      names?: readonly string[]
      output: string
      options: string[]
    }

/** What `info` tells of a raster. */
export interface RasterFacts {
  width: number
  height: number
  /** West edge, degrees or metres per column, row rotation; north edge, column rotation, per row. */
  transform: [number, number, number, number, number, number]
  hasCrs: boolean
  /** Of a two-dimensional coordinate system that has a code. */
  epsg: number | undefined
  bands: BandFacts[]
}

export interface BandFacts {
  /** GDAL's name, for example `Int16`. */
  type: string
  /** As GDAL writes it, `nan` included; undefined when none is declared. */
  noData: string | undefined
  scale: number
  offset: number
  unit: string
}

/** From the child process to its parent. */
export type GdalMessage =
  | { kind: 'done'; step: number; facts?: RasterFacts }
  | { kind: 'failed'; step: number; message: string }

/** gdal3.js sees the disk of this machine under this folder. */
export const mountPoint = '/output'

/** A path of this machine as gdal3.js sees it. */
export function gdalPath(path: string): string {
  return mountPoint + path
}
