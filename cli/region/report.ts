import type { DatasetSummary, Manifest } from '#ground/dataset'
import { cairnCommand } from '#platform/home'
import { formatSize } from '#platform/progress'

/** Formats a manifest as text, without a final line break. */
export function describeManifest(manifest: Manifest): string {
  const lines = [
    `region:    ${manifest.name}`,
    `build:     ${manifest.build}`,
    `bounds:    ${describeBox(manifest.bounds)}`,
    ...describeCoverage(manifest.coverage),
    `elevation: ${manifest.elevation ? 'yes' : 'no'}`,
    ...describeFeatures(manifest.features),
    ...manifest.files.map(
      ({ name, size: bytes, sha256 }) =>
        `file:      ${name.padEnd(14)} ${formatSize(bytes).padStart(9)}  sha256 ${sha256.slice(0, 16)}`,
    ),
    ...manifest.sources.map(({ name, size: bytes }) => `source:    ${name}, ${formatSize(bytes)}`),
    `show:      ${manifest.attribution}`,
    ...manifest.warnings.map((warning) => `warning:   ${warning}`),
  ]
  return lines.join('\n')
}

function describeBox({ min_lat, min_lon, max_lat, max_lon }: Manifest['bounds']): string {
  return `${min_lat},${min_lon} to ${max_lat},${max_lon}`
}

/** Describes where roads and places exist: a box for each part, and the number of cells. */
function describeCoverage(coverage: Manifest['coverage']): string[] {
  if (!coverage) return ['coverage:  not measured: the build is of an earlier version']
  const { cells, areas } = coverage
  return [
    ...areas.map((area) => `roads:     ${describeBox(area)}`),
    `coverage:  ${cells.split(' ').length} cells`,
  ]
}

/** Describes the ground raster: its pixel size, and a line for each missing layer. */
function describeFeatures(features: Manifest['features']): string[] {
  if (!features) return ['ground:    no']
  const { pixel, missing } = features
  const seconds = (degrees: number): string => `${Number((degrees * 3600).toFixed(2))}"`
  return [
    `ground:    pixels of ${seconds(pixel.lat)} x ${seconds(pixel.lon)}`,
    ...missing.map(({ layer, reason }) => `missing:   ${layer}: ${reason}`),
  ]
}

/** Formats one line per region of this machine, or of a bucket. */
export function formatRegions(regions: readonly DatasetSummary[], bucket?: string): string {
  if (regions.length === 0)
    return bucket
      ? `There are no regions in bucket ${bucket} yet; "${cairnCommand} region publish NAME --to s3://${bucket}" brings one.`
      : `There are no regions yet; "${cairnCommand} region build demo" makes one.`
  const width = Math.max(...regions.map(({ name }) => name.length))
  return regions
    .map(({ name, build, builds }) => {
      const count = builds.length === 1 ? '1 build' : `${builds.length} builds`
      return `${name.padEnd(width)}  ${build ?? 'not published'}  (${count})`
    })
    .join('\n')
}
