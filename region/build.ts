import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import {
  assertRegionName,
  DatasetWriter,
  type Manifest,
  makeBuildId,
  publish,
} from '#ground/dataset'
import { nameChecksums, writeChecksums } from '#ground/raster'
import type { Progress } from '#platform/progress'
import type { Storage } from '#platform/storage'
import cairn from '../package.json' with { type: 'json' }
import { composeAttribution } from './attribution.ts'
import { toRegionError } from './build-error.ts'
import { measureCoverage, mergeBoxes } from './coverage/index.ts'
import { buildElevation, computeGridBounds, inspectDem } from './elevation/index.ts'
import { describeWarnings, planElevation } from './elevation-check.ts'
import { engineVersion } from './engine/index.ts'
import { writeEngineExtracts } from './engine-extract/index.ts'
import { RegionError } from './errors.ts'
import { buildFeatures, countFeaturePixels, describeFeatures } from './features/index.ts'
import { inspectOsm, mergeBounds } from './osm/index.ts'
import { type BuiltParts, planPartCount } from './parts/index.ts'
import {
  choosePlaceWorkers,
  chooseWorkers,
  isThreaded,
  maxWorkers,
  neededBytes,
} from './resources.ts'
import { prepareEngineBuilder } from './road-graph.ts'
import { addRoads, type RoadForm } from './roads.ts'
import {
  describeSources,
  type Inputs,
  identifyInputs,
  resolveExistingFile,
} from './source-files.ts'
import { once } from './steps.ts'
import {
  type BackgroundStage,
  type StageName,
  type StageRequests,
  startStage,
  startWhenAwaited,
  whenAwaited,
} from './threads/index.ts'
import { assertDiskSpace, openWorkspace } from './workspace.ts'

export interface RegionBuild {
  /** Lower-case letters, digits and hyphens. */
  name: string
  /** Paths of `.osm.pbf` files; at least one. */
  osm: readonly string[]
  /** Paths of GeoTIFF or HGT files; where they overlap, the first with data counts. */
  dem: readonly string[]
  /** Paths of ESA WorldCover GeoTIFFs, for ground that OpenStreetMap does not describe. */
  landcover?: readonly string[] | undefined
  storage: Storage
  /** Folder for temporary files. A killed build leaves some, which the next one takes over or removes. */
  home: string
  progress?: Progress
  signal?: AbortSignal
  /**
   * Parallel threads: 2 index the places beside the road graph, 3 draw the map beside both, and each further one makes
   * places, too. The files are the same for any number. Default: one for each core up to 3, and one for every four
   * cores to make places, if memory allows.
   */
  workers?: number
  /** Credit for the elevation, if the file names do not name its source. */
  demAttribution?: string | undefined
  /** Replaces the whole attribution, for data that is not from OpenStreetMap. */
  attribution?: string
  /** Maximum number of places of one file; a larger index is split into shards. Default: 2 million. */
  maxPlaces?: number | undefined
  /** Number of parts to build the road graph in, at most 30; the files are the same. Default: by cores and memory. */
  parts?: number | undefined
  /** Parts of the road graph that other machines have built from the same extracts. */
  builtParts?: BuiltParts | undefined
  /** How the roads are stored; by default the form that suits their size. */
  roads?: RoadForm | undefined
}

/** Stages beside the main thread. */
interface Background {
  threads: BackgroundStage[]
  /** Receives the error of a stage, which ends the build. */
  onFailure(stage: string, error: unknown): void
}

/**
 * Builds a region from OpenStreetMap extracts and elevation files and publishes it as the last step. A build that
 * fails, is aborted or killed leaves the published build unchanged.
 *
 * @returns The manifest of the published build.
 * @throws RegionError if an input cannot be used or a tool fails, `DatasetError` for a bad name, and the reason of
 *   `signal` if it is aborted.
 */
export async function buildRegion(request: RegionBuild): Promise<Manifest> {
  const { name, storage, home, signal } = request
  assertRegionName(name)
  if (request.osm.length === 0) throw new RegionError('At least one OpenStreetMap file is needed.')
  const osm = await Promise.all(request.osm.map(resolveExistingFile))
  const dem = await Promise.all(request.dem.map(resolveExistingFile))
  const landcover = await Promise.all((request.landcover ?? []).map(resolveExistingFile))
  if (landcover.length > 0 && dem.length === 0)
    throw new RegionError('Land cover needs elevation: give elevation files as well.')
  const createdAt = new Date()
  const build = makeBuildId(createdAt)
  const { attribution, demAttribution, maxPlaces } = request
  const options = { attribution, demAttribution, maxPlaces }
  const inputs = await identifyInputs({ osm, dem, landcover }, options)
  const workspace = await openWorkspace(home, storage, { name, build, inputs })
  const writer = new DatasetWriter(storage, name, build)
  const threads: BackgroundStage[] = []
  const failure = new AbortController()
  const onFailure = (stage: string, error: unknown): void =>
    failure.abort(toRegionError(error, { stage, osm, home }))
  let stage = 'Checking the inputs'
  const progress: Progress = (event) => {
    stage = event.stage
    request.progress?.(event)
  }
  try {
    if (workspace.isResumed) progress({ stage: 'Resuming a killed build', fraction: 1 })
    const facts = await writeFiles(
      {
        ...request,
        progress,
        signal: AbortSignal.any([failure.signal, ...(signal ? [signal] : [])]),
      },
      { osm, dem, landcover },
      workspace.folder,
      createdAt,
      writer,
      { threads, onFailure },
    )
    signal?.throwIfAborted()
    const manifest = await writer.finish(facts)
    await publish(storage, name, build)
    request.progress?.({ stage: 'Publishing', fraction: 1 })
    return manifest
  } catch (error) {
    await writer.discard().catch(() => {})
    throw signal?.aborted ? error : toRegionError(error, { stage, osm, home })
  } finally {
    for (const thread of threads) await thread.stop()
    await workspace.remove()
  }
}

async function writeFiles(
  request: RegionBuild,
  { osm, dem, landcover }: Inputs,
  folder: string,
  createdAt: Date,
  writer: DatasetWriter,
  background: Background,
): Promise<Omit<Manifest, 'name' | 'build' | 'files'>> {
  const { home, demAttribution, attribution, roads, builtParts, signal } = request
  const { progress = () => {} } = request
  const during =
    (stage: string) =>
    (fraction: number): void =>
      progress({ stage, fraction })

  const checking = during('Checking the inputs')
  checking(0)
  const extracts = []
  for (const path of osm) extracts.push(await inspectOsm(path))
  const boxes = extracts.map((extract) => extract.bounds)
  const demSources = await inspectDem(dem, folder, signal)
  const { cells, warnings } = planElevation(boxes, demSources)
  warnings.push(...demSources.flatMap((source) => source.warnings))
  const sumBytes = async (paths: readonly string[]): Promise<number> =>
    (await Promise.all(paths.map((path) => stat(path)))).reduce((sum, { size }) => sum + size, 0)
  const extractBytes = await sumBytes(osm)
  await assertDiskSpace(
    home,
    neededBytes({
      extractBytes,
      rasterBytes: (await sumBytes(dem)) + (await sumBytes(landcover)),
      cells: cells.length,
      featurePixels: demSources.length > 0 ? countFeaturePixels(mergeBounds(boxes)) : 0,
      isFromParts: builtParts !== undefined,
    }),
  )
  const sources = await describeSources({ osm, dem, landcover }, signal, checking)
  builtParts?.assertCutFrom(sources)
  checking(1)

  const credits =
    attribution ??
    composeAttribution(demSources, { dem: demAttribution, usesWorldCover: landcover.length > 0 })
  const bounds = mergeBounds(boxes)
  const workers = request.workers ?? chooseWorkers(extractBytes)
  const placeThreads = choosePlaceWorkers(extractBytes, { workers: request.workers })
  const stageNames = { places: 'Indexing places', map: 'Drawing the map' }
  const begin = <Name extends StageName>(
    name: Name,
    { isParallel, ...stage }: { isParallel: boolean; request: StageRequests[Name] },
  ): BackgroundStage => {
    const started = isParallel
      ? startStage(name, stage.request, (error) => background.onFailure(stageNames[name], error))
      : (isThreaded(extractBytes) ? startWhenAwaited : whenAwaited)(name, stage.request)
    background.threads.push(started)
    return started
  }
  const places = begin('places', {
    isParallel: workers > 1,
    request: {
      osm,
      folder: join(folder, 'places'),
      attribution: credits,
      maxPlaces: request.maxPlaces,
      workers: placeThreads,
    },
  })
  const map = begin('map', {
    isParallel: workers > 2,
    request: { osm, folder: join(folder, 'map'), bounds, attribution: credits },
  })

  const covering = during('Measuring the coverage')
  covering(0)
  const coverage = await once(join(folder, 'coverage'), () =>
    measureCoverage({ osm, signal, onProgress: (fraction) => covering(fraction * 0.99) }),
  )
  covering(1)

  let elevationFolder: string | undefined
  let features: Manifest['features']
  if (demSources.length > 0) {
    const converting = during('Converting elevation')
    converting(0)
    const plan = { sources: demSources, cells, roads: boxes, folder, signal }
    const elevation = await buildElevation({
      ...plan,
      onProgress: (fraction) => converting(fraction * 0.99),
    })
    warnings.push(...describeWarnings(elevation))
    await addRaster(writer, 'terrain.tif', elevation.terrainPath)
    elevationFolder = elevation.engineFolder
    converting(1)

    const mapping = during('Mapping the ground')
    mapping(0)
    const ground = await buildFeatures({
      osm,
      boxes,
      landcover,
      terrainPath: elevation.terrainPath,
      signal,
      folder: join(folder, 'ground'),
      onProgress: (fraction) => mapping(fraction * 0.99),
    })
    warnings.push(...ground.warnings)
    await addRaster(writer, 'features.tif', ground.path)
    features = describeFeatures(ground)
    mapping(1)
  }

  const partsFolder = folder
  const roadGraph = await once(join(folder, 'roads'), async (folder) => {
    const warnings: string[] = []
    const warn = (warning: string | undefined) => void (warning && warnings.push(warning))
    const preparing = during('Preparing the extract')
    preparing(0)
    const describeExtract = (i: number) => join(folder, `extract-${i}.osm.pbf`)
    const extractPaths = builtParts
      ? osm
      : await writeEngineExtracts(osm, describeExtract, {
          signal,
          onProgress: (fraction) => preparing(fraction * 0.99),
        })
    preparing(1)

    const building = during('Building the road graph')
    const busyCores = Math.min(maxWorkers, workers) + placeThreads - 2
    const engine = await prepareEngineBuilder({
      osm: extractPaths,
      names: osm.map((path) => basename(path)),
      folder,
      partsFolder,
      elevationFolder,
      builtParts,
      signal,
      parts: planPartCount({ extractBytes, parts: request.parts, busyCores }),
      onProgress: building,
      onWarning: warn,
    })
    const borders = during('Reading boundaries')
    borders(0)
    if (builtParts) builtParts.warnings.forEach(warn)
    else {
      warn(await engine.admins())
      warn(engine.timeZones(boxes))
    }
    borders(1)
    building(0)
    const tiles = relative(folder, await engine.tiles())
    building(1)
    return { tiles, warnings, builtAt: createdAt.toISOString() }
  })
  warnings.push(...roadGraph.warnings)

  const packing = during('Packing')
  const stamp = {
    dataTimestampSeconds: Math.max(0, ...extracts.map((extract) => extract.timestampSeconds ?? 0)),
    engineVersion,
    builtAt: new Date(roadGraph.builtAt),
  }
  packing(0)
  const onPacked = (fraction: number): void => packing(fraction * 0.99)
  await addRoads(writer, join(folder, 'roads', roadGraph.tiles), stamp, {
    form: roads,
    onProgress: onPacked,
  })
  packing(1)

  const indexing = during(stageNames.places)
  indexing(0)
  const callbacks = { signal, onWarning: (warning: string) => void warnings.push(warning) }
  const packs = await places.finished({
    ...callbacks,
    onProgress: (fraction) => indexing(fraction * 0.99),
  })
  for (const path of packs) await writer.add(basename(path), createReadStream(path))
  indexing(1)

  const drawing = during(stageNames.map)
  drawing(0)
  const [drawn] = await map.finished({
    ...callbacks,
    onProgress: (fraction) => drawing(fraction * 0.99),
  })
  await writer.add('map.pmtiles', createReadStream(drawn!))
  drawing(1)

  return {
    created: createdAt.toISOString(),
    bounds,
    coverage: {
      ...coverage,
      elevation: mergeBoxes(demSources.map((source) => computeGridBounds(source.grid))),
    },
    attribution: credits,
    versions: { cairn: cairn.version, engine: engineVersion },
    sources,
    elevation: demSources.length > 0,
    ...(features && { features }),
    warnings,
  }
}

/** Adds a raster with the checksums that verify reads of byte ranges. */
async function addRaster(writer: DatasetWriter, name: string, path: string): Promise<void> {
  await writer.add(name, createReadStream(path))
  await writer.add(nameChecksums(name), ReadableStream.from([await writeChecksums(path)]))
}
