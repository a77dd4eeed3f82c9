import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Actor } from '@valhallajs/valhallajs'
import {
  buildEngineConfig,
  type Engine,
  type EngineAction,
  openEngine,
  openEngineOnCache,
} from '#routing/operations'
import { formatTileName, type ReadRange } from '#routing/tile-archive'
import { EngineTileCache, type TileCacheOptions } from '#routing/tile-cache'
import { writeRoutingTar } from '../../../region/index.ts'
import { realRegion } from '../../fixtures/real-regions.ts'
import { type ArchiveBytes, builtTiles, openArchive } from '../../fixtures/tile-archives.ts'

export const scratch = () => mkdtempSync(join(tmpdir(), 'tile-cache-'))

/** Whether the second region is on this machine. */
export const hasAndorra = realRegion('andorra/andorra.osm.pbf') !== undefined

/** Returns the tiles of the demo region and of Andorra: two areas with the sea between them. */
export async function twoRegions(): Promise<Map<number, Buffer>> {
  return new Map([
    ...(await builtTiles('demo')),
    ...(hasAndorra ? await builtTiles('andorra') : new Map()),
  ])
}

/** Writes a `routing.tar` of these tiles. */
export async function writeTar(tiles: ReadonlyMap<number, Buffer>): Promise<string> {
  const folder = scratch()
  for (const [id, tile] of tiles) {
    const path = join(folder, formatTileName(id))
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, tile)
  }
  const stamp = { dataTimestampSeconds: 0, engineVersion: 'none', builtAt: new Date() }
  const tar = join(folder, 'routing.tar')
  await writeFile(tar, writeRoutingTar(folder, stamp))
  return tar
}

/** Opens the engine on a `routing.tar` of these tiles. */
export async function tarEngine(tiles: ReadonlyMap<number, Buffer>): Promise<Engine> {
  return await openEngine({ tileExtract: await writeTar(tiles) })
}

type BareEngine = Record<EngineAction, (query: string) => Promise<string>>
const bareEngines = new Map<string, BareEngine>()

/** Returns the engine's binding on a `routing.tar`; cached, because the binding is never freed. */
export function bareEngine(tar: string): BareEngine {
  const known = bareEngines.get(tar)
  if (known) return known
  const engine = new Actor(JSON.stringify(buildEngineConfig(tar))) as unknown as BareEngine
  bareEngines.set(tar, engine)
  return engine
}

/** Opens a new cache on an archive in memory, and an engine on it. */
export async function openOnCache(
  bytes: ArchiveBytes,
  options: Partial<TileCacheOptions> = {},
  read?: ReadRange,
): Promise<{ engine: Engine; cache: EngineTileCache }> {
  const archive = openArchive(bytes, read)
  const cache = await EngineTileCache.open(archive, {
    folder: scratch(),
    budgetBytes: 1e9,
    ...options,
  })
  return { engine: await openEngineOnCache({ cache }), cache }
}
