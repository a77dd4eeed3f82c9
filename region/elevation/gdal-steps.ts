/** A run of a GDAL program. Paths are absolute and real; outputs have no extension. */
export type GdalStep =
  | { program: 'info'; input: string; names?: readonly string[] }
  | {
      program: 'translate' | 'warp'
      input: string
      /** Names of the user's files behind the input; by default the input's. */
      names?: readonly string[]
      output: string
      options: string[]
    }

/** Result of `info`. */
export interface RasterFacts {
  width: number
  height: number
  /** West edge, degrees or metres per column, row rotation; north edge, column rotation, per row. */
  transform: [number, number, number, number, number, number]
  hasCrs: boolean
  /** Code of the coordinate system, if it is two-dimensional and has one. */
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

/** gdal3.js mounts the disk here. */
export const mountPoint = '/output'

/** A path on this machine, for gdal3.js. */
export function gdalPath(path: string): string {
  return mountPoint + path
}
