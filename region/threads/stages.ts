import { buildMap, type MapRequest } from '../map/index.ts'
import { type BuildPlacesOptions, buildPlaces } from '../places/index.ts'

/** Callbacks of a stage. */
export interface StageCallbacks {
  onProgress(fraction: number): void
  onWarning(text: string): void
  signal?: AbortSignal | undefined
}

/** What a stage is asked for: plain data, so that it can be sent to a thread. */
export interface StageRequests {
  places: {
    osm: readonly string[]
    path: string
    folder: string
    attribution: string
    maxPlaces: number | undefined
  }
  map: Pick<MapRequest, 'osm' | 'path' | 'folder' | 'bounds' | 'attribution'>
}

export type StageName = keyof StageRequests

/** The stages that need nothing of the others. Each gives the files it wrote, which depend on its request alone. */
export const stages: {
  [Name in StageName]: (
    request: StageRequests[Name],
    callbacks: StageCallbacks,
  ) => Promise<readonly string[]>
} = {
  places: async ({ osm, path, ...request }, callbacks) => {
    const options = { ...request, ...callbacks } satisfies BuildPlacesOptions
    return (await buildPlaces(osm, path, options)).files
  },
  map: async (request, { onProgress, signal }) => {
    await buildMap({ ...request, onProgress, signal })
    return [request.path]
  },
}
