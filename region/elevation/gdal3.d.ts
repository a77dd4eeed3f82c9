/** The part of gdal3.js that the region build uses. */
declare module 'gdal3.js/node.js' {
  export interface GdalDataset {
    pointer: number
    path: string
  }

  export interface Gdal {
    open(path: string): Promise<{ datasets: GdalDataset[] }>
    close(dataset: GdalDataset): Promise<void>
    /** Returns the JSON of the program gdalinfo. */
    gdalinfo(dataset: GdalDataset, options: string[]): Promise<unknown>
    getInfo(dataset: GdalDataset): Promise<{
      width: number
      height: number
      coordinateTransform: Record<string, number>
    }>
    gdal_translate(dataset: GdalDataset, options: string[], output: string): Promise<unknown>
    gdalwarp(dataset: GdalDataset, options: string[], output: string): Promise<unknown>
  }

  export default function initGdalJs(config: {
    path: string
    dest: string
    env: Record<string, string>
    logHandler(message: string): void
    errorHandler(message: string): void
  }): Promise<Gdal>
}
