import { parentPort } from 'node:worker_threads'
import { type IndexedPlace, writePart } from '#places/gazetteer'
import { failureOf } from '../thread-failure.ts'
import { takeFeatures } from './feature-file.ts'
import { PlaceTerms } from './place-terms.ts'
import { tileContextOf } from './tile-facts.ts'
import { TileFinder } from './tile-findings.ts'
import { type TileJob, type TileMessage, takeTile } from './tile-messages.ts'
import { tilePlaces } from './tile-places.ts'

// A thread that makes the places of tiles, with their terms: waits for its job, and ends after it.
const say = (message: TileMessage): void => parentPort!.postMessage(message)

parentPort!.once('message', async (job: TileJob) => {
  try {
    say({ kind: 'done', part: await writePart(job.folder, placesOf(job)) })
  } catch (error) {
    say({ kind: 'failed', ...failureOf(error) })
  }
})

async function* placesOf(job: TileJob): AsyncGenerator<Iterable<IndexedPlace>> {
  const context = tileContextOf(job.facts)
  const terms = new PlaceTerms(new Map(job.areas.map((area) => [area.id, area])))
  for (let tile = takeTile(job); tile !== undefined; tile = takeTile(job)) {
    const finder = new TileFinder()
    const features = takeFeatures(job.paths[tile]!)
    yield terms.ofAll(
      tilePlaces(features, { ...context, postcodes: finder, borderStreets: finder }),
    )
    say({ kind: 'tile', tile, findings: finder.findings() })
  }
}
