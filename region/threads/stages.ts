import { basename, join } from 'node:path'
import { buildMap, type MapRequest } from '../map/index.ts'
import { type BuildPlacesOptions, buildPlaces } from '../places/index.ts'
import { once } from '../steps.ts'

/** Callbacks of a stage. */
export interface StageCallbacks {
  onProgress(fraction: number): void
  onWarning(text: string): void
  signal?: AbortSignal | undefined
}

/** Requests of stages: plain data, so that they can be sent to a thread. */
export interface StageRequests {
  places: {
    osm: readonly string[]
    /** Folder of the step, which contains nothing else. */
    folder: string
    attribution: string
    maxPlaces: number | undefined
    /** Threads that make places; the files are the same with any number. */
    workers: number
  }
  map: { folder: string } & Pick<MapRequest, 'osm' | 'bounds' | 'attribution'>
}

export type StageName = keyof StageRequests

type Stages = {
  [Name in StageName]: (
    request: StageRequests[Name],
    callbacks: StageCallbacks,
  ) => Promise<readonly string[]>
}

/** Stages that need no results of other stages. Each returns the paths of the files it wrote. */
const stages: Stages = {
  places: async ({ osm, folder, ...request }, callbacks) => {
    const scratch = { folder: join(folder, 'indexing') }
    const options = { ...request, ...scratch, ...callbacks } satisfies BuildPlacesOptions
    return (await buildPlaces(osm, join(folder, 'places.pack'), options)).files
  },
  map: async ({ folder, ...request }, { onProgress, signal }) => {
    const path = join(folder, 'map.pmtiles')
    await buildMap({ ...request, path, folder: join(folder, 'drawing'), onProgress, signal })
    return [path]
  },
}

/**
 * Runs a stage, whose files depend only on the request. Once it is finished, its files and warnings are kept (see
 * {@link once}).
 */
export async function runStage<Name extends StageName>(
  name: Name,
  request: StageRequests[Name],
  callbacks: StageCallbacks,
): Promise<readonly string[]> {
  const { folder } = request
  const { files, warnings } = await once(folder, async () => {
    const warnings: string[] = []
    const onWarning = (text: string) => void warnings.push(text)
    const paths = await stages[name](request, { ...callbacks, onWarning })
    return { files: paths.map((path) => basename(path)), warnings }
  })
  for (const warning of warnings) callbacks.onWarning(warning)
  return files.map((file) => join(folder, file))
}
