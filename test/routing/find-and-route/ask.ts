import { inject } from 'vitest'
import { openDataset } from '#ground/dataset'
import { type Gazetteer, openPack, openStorageSource } from '#places/gazetteer'
import { openStorage } from '#platform/storage'
import { routeToPlace } from '#routing/find-and-route'
import { FindAndRouteRequest } from '#routing/find-and-route/schemas'
import { type Engine, openEngine } from '#routing/operations'

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
    gazetteer: await openPack(openStorageSource(storage, dataset.fileKey('places.pack'))),
  }
}

/** Answers a request body. @returns The answer with its warnings. */
export async function ask(region: Region, body: Record<string, unknown>) {
  const warnings: string[] = []
  const warn = (text: string) => void warnings.push(text)
  const answer = await routeToPlace(FindAndRouteRequest.parse(body), { ...region, warn })
  return { answer, warnings }
}
