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
  places: { osm: readonly string[]; path: string; folder: string; attribution: string }
  map: Pick<MapRequest, 'osm' | 'path' | 'folder' | 'bounds' | 'attribution'>
}

export type StageName = keyof StageRequests

/** The stages that need nothing of the others. Each writes one file, which depends on its request alone. */
export const stages: {
  [Name in StageName]: (request: StageRequests[Name], callbacks: StageCallbacks) => Promise<unknown>
} = {
  places: ({ osm, path, ...request }, callbacks) =>
    buildPlaces(osm, path, { ...request, ...callbacks } satisfies BuildPlacesOptions),
  map: (request, { onProgress, signal }) => buildMap({ ...request, onProgress, signal }),
}
