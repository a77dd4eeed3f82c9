import { toGdalPath } from './gdal-steps.ts'
import type { PixelGrid } from './pixel-grid.ts'

/** No-data value of all files of the build, as in SRTM and the engine. */
export const noData = -32768

export type HeightType = 'Int16' | 'Float32'

/** A raster and its place in the mosaic. */
export interface MosaicTile {
  path: string
  width: number
  height: number
  /** Column and row of its north-west sample on the grid. */
  column: number
  row: number
  noData: string
  /** Metres = value * scale + offset. */
  scale: number
  offset: number
}

function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

/** Builds a GDAL virtual raster (VRT) over a grid. */
function formatVrt(grid: PixelGrid, bands: string): string {
  const { west, north, stepLon, stepLat } = grid
  return `<VRTDataset rasterXSize="${grid.width}" rasterYSize="${grid.height}">
<SRS dataAxisToSRSAxisMapping="2,1">EPSG:4326</SRS>
<GeoTransform>${west}, ${stepLon}, 0, ${north}, 0, ${-stepLat}</GeoTransform>
<Metadata><MDI key="AREA_OR_POINT">Area</MDI></Metadata>
${bands}
</VRTDataset>
`
}

/** Builds a VRT of an HGT tile: big-endian 16-bit samples in row order, without a header. */
export function formatHgtVrt(path: string, grid: PixelGrid): string {
  return formatVrt(
    grid,
    `<VRTRasterBand dataType="Int16" band="1" subClass="VRTRawRasterBand">
<NoDataValue>${noData}</NoDataValue>
<SourceFilename relativeToVRT="0">${escapeXml(toGdalPath(path))}</SourceFilename>
<ImageOffset>0</ImageOffset><PixelOffset>2</PixelOffset><LineOffset>${2 * grid.width}</LineOffset>
<ByteOrder>MSB</ByteOrder>
</VRTRasterBand>`,
  )
}

/** Builds a VRT of the mosaic. Where tiles overlap, the first with data wins; samples are copied, not resampled. */
export function formatMosaicVrt(
  grid: PixelGrid,
  type: HeightType,
  tiles: readonly MosaicTile[],
): string {
  // In a VRT the last source is on top.
  const sources = tiles.toReversed().map(({ width, height, ...tile }) => {
    const scaling =
      tile.scale === 1 && tile.offset === 0
        ? ''
        : `<ScaleOffset>${tile.offset}</ScaleOffset><ScaleRatio>${tile.scale}</ScaleRatio>`
    return `<ComplexSource>
<SourceFilename relativeToVRT="0">${escapeXml(toGdalPath(tile.path))}</SourceFilename>
<SourceBand>1</SourceBand>
<SrcRect xOff="0" yOff="0" xSize="${width}" ySize="${height}"/>
<DstRect xOff="${tile.column}" yOff="${tile.row}" xSize="${width}" ySize="${height}"/>
${scaling}<NODATA>${tile.noData}</NODATA>
</ComplexSource>`
  })
  return formatVrt(
    grid,
    `<VRTRasterBand dataType="${type}" band="1">
<NoDataValue>${noData}</NoDataValue><UnitType>m</UnitType>
${sources.join('\n')}
</VRTRasterBand>`,
  )
}
