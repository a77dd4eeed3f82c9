import { parentPort } from 'node:worker_threads'
import { type IndexedPlace, writePart } from '#places/gazetteer'
import { toFailure } from '../thread-failure.ts'
import { takeFeatures } from './feature-file.ts'
import { PlaceTerms } from './place-terms.ts'
import { buildTileContext } from './tile-facts.ts'
import { TileFinder } from './tile-findings.ts'
import { type TileJob, type TileMessage, takeTile } from './tile-messages.ts'
import { makeTilePlaces } from './tile-places.ts'

// A thread that makes the places of tiles, with their terms. It waits for its job, and ends after it.
const send = (message: TileMessage): void => parentPort!.postMessage(message)

parentPort!.once('message', async (job: TileJob) => {
  try {
    send({ kind: 'done', part: await writePart(job.folder, makePlaces(job)) })
  } catch (error) {
    send({ kind: 'failed', ...toFailure(error) })
  }
})

async function* makePlaces(job: TileJob): AsyncGenerator<Iterable<IndexedPlace>> {
  const context = buildTileContext(job.facts)
  const terms = new PlaceTerms(new Map(job.areas.map((area) => [area.id, area])))
  for (let tile = takeTile(job); tile !== undefined; tile = takeTile(job)) {
    const finder = new TileFinder()
    const features = takeFeatures(job.paths[tile]!)
    yield terms.indexAll(
      makeTilePlaces(features, { ...context, postcodes: finder, borderStreets: finder }),
    )
    send({ kind: 'tile', tile, findings: finder.toFindings() })
  }
}
