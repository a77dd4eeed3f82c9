import { openDataset } from '../../lib/dataset/index.ts'
import { unavailable } from '../../lib/errors/index.ts'
import { type Engine, openEngine } from '../../lib/routing/index.ts'
import { openStorage } from '../../lib/storage/index.ts'

let pinned: Promise<Engine> | undefined

/**
 * The routing engine on the region's published build (`$REGION`, default `demo`). A process keeps the
 * build it opened first, since the engine can be opened only once in it; a new build is served by new
 * processes. A failed opening is tried again on the next call.
 */
export function openRegionEngine(): Promise<Engine> {
  pinned ??= open().catch((error) => {
    pinned = undefined
    throw error
  })
  return pinned
}

async function open(): Promise<Engine> {
  const storage = await openStorage()
  const dataset = await openDataset(storage, process.env.REGION || 'demo')
  const tileExtract = storage.localPath?.(dataset.fileKey('routing.tar'))
  if (!tileExtract) throw unavailable(new Error('routing.tar is not a file on this machine'))
  return openEngine({ tileExtract })
}
