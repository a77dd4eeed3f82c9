/** A run of a GDAL program. Paths are absolute, without symbolic links; outputs have no extension. */
export type GdalStep =
  | { program: 'info'; input: string; names?: readonly string[] }
  | {
      program: 'translate' | 'warp'
      input: string
      /** Names of the user's files, for error messages; by default the name of the input. */
      names?: readonly string[]
      output: string
      options: string[]
    }

/** Result of `info`. */
export interface RasterFacts {
  width: number
  height: number
  /** GDAL's geotransform: west edge, column step, rotation; north edge, rotation, row step. */
  transform: [number, number, number, number, number, number]
  hasCrs: boolean
  /** EPSG code of the coordinate system; undefined if it has none or is three-dimensional. */
  epsg: number | undefined
  bands: BandFacts[]
}

export interface BandFacts {
  /** GDAL's name, for example `Int16`. */
  type: string
  /** As GDAL writes it, for example `-32768` or `nan`; undefined if none is declared. */
  noData: string | undefined
  scale: number
  offset: number
  unit: string
}

/** A message to the parent process from the child process that runs GDAL. */
export type GdalMessage =
  | { kind: 'done'; step: number; facts?: RasterFacts }
  | { kind: 'failed'; step: number; message: string }

/** Folder where gdal3.js mounts the root of the disk in its own file system. */
export const mountPoint = '/output'

/** Converts a path on this machine for gdal3.js. */
export function toGdalPath(path: string): string {
  return mountPoint + path
}
