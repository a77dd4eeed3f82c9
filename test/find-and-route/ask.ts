import { inject } from 'vitest'
import { openDataset } from '../../lib/dataset/index.ts'
import { routeToPlace } from '../../lib/find-and-route/index.ts'
import { FindAndRouteRequest } from '../../lib/find-and-route/schemas/index.ts'
import { type Gazetteer, openPack, storageSource } from '../../lib/gazetteer/index.ts'
import { type Engine, openEngine } from '../../lib/routing/index.ts'
import { openStorage } from '../../lib/storage/index.ts'

export interface Region {
  engine: Engine
  gazetteer: Gazetteer
}

/** Opens the roads and places of a region that the test set-up has built. */
export async function builtRegion(name: string): Promise<Region> {
  const storage = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const dataset = await openDataset(storage, name)
  return {
    engine: await openEngine({
      tileExtract: storage.localPath!(dataset.fileKey('routing.tar')),
      areas: [dataset.manifest.bounds],
    }),
    gazetteer: await openPack(storageSource(storage, dataset.fileKey('places.pack'))),
  }
}

/** The answer to a request body, with the warnings that came with it. */
export async function ask(region: Region, body: Record<string, unknown>) {
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  const answer = await routeToPlace(FindAndRouteRequest.parse(body), { ...region, warn })
  return { answer, warnings }
}
