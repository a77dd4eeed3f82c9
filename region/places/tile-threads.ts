import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PackPart, SourcePlace } from '#places/gazetteer'
import { toError } from '../thread-failure.ts'
import type { BorderStreets } from './border-streets.ts'
import { takeFeatures } from './feature-file.ts'
import type { PostcodeList } from './postcodes.ts'
import type { TileFacts } from './tile-facts.ts'
import { addFindings, TileFinder, type TileFindings } from './tile-findings.ts'
import { type TileJob, type TileMessage, takeTile } from './tile-messages.ts'
import { makeTilePlaces, type TileContext } from './tile-places.ts'

export interface TileThreadsOptions {
  /** Number of threads besides the caller's. */
  count: number
  /** Folder for scratch files; the caller removes it after {@link TileThreads.stop}. */
  folder: string
  signal?: AbortSignal | undefined
}

/** Data that the tiles need, in the caller and on the threads. */
export interface SharedTiles extends TileContext {
  facts: TileFacts
  /** Places of all areas. */
  areaPlaces: readonly SourcePlace[]
  /** Paths of the files with the features of each tile, by row and column. */
  paths: readonly string[]
  postcodes: PostcodeList
  borderStreets: BorderStreets
  /** Called with the share of the tiles taken, 0 to 1. */
  onProgress(fraction: number): void
}

/**
 * Threads that make places of tiles beside the caller's, with their terms. They load their code while the caller reads
 * the extracts. Each thread, and the caller, takes the next tile when it has finished one. The places of a thread stay
 * in its scratch files. The result does not depend on which thread took a tile.
 */
export class TileThreads {
  /** Aborted with the caller's signal, and with the reason of a thread that fails. */
  readonly signal: AbortSignal
  readonly #threads: Worker[] = []
  readonly #folder: string
  readonly #failure = new AbortController()
  readonly #finished: Promise<unknown>
  readonly #parts: PackPart[] = []
  #found: (tile: number, findings: TileFindings) => void = () => {}

  constructor({ count, folder, signal }: TileThreadsOptions) {
    this.#folder = folder
    this.signal = AbortSignal.any([this.#failure.signal, ...(signal ? [signal] : [])])
    const url = new URL('./tile-thread.ts', import.meta.url)
    try {
      while (this.#threads.length < count) this.#threads.push(new Worker(url))
    } catch (error) {
      void this.stop()
      throw error
    }
    this.#finished = Promise.all(this.#threads.map((thread) => this.#waitForEnd(thread)))
    this.#finished.catch((error: unknown) => this.#failure.abort(error))
  }

  /**
   * Yields the places of the tiles that the caller takes, tile by tile, while the threads take others. Ends when all
   * tiles are finished, here and on the threads. The findings of all tiles are then in the postcodes and border
   * streets, in the order of the tiles.
   *
   * @throws The error of a failed thread, and the reason of the caller's signal.
   */
  async *places({ onProgress, ...shared }: SharedTiles): AsyncGenerator<Iterable<SourcePlace>> {
    this.signal.throwIfAborted()
    const { paths, areaPlaces, facts, areas, context } = shared
    const taken = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
    this.#found = passInOrder((findings) => addFindings(findings, shared))
    for (const [i, thread] of this.#threads.entries()) {
      const folder = join(this.#folder, String(i))
      thread.postMessage({
        facts,
        paths,
        taken,
        folder,
        areas: areaPlaces.map(({ shape: _, houses: __, ...area }) => area),
      } satisfies TileJob)
    }
    for (
      let tile = takeTile({ taken, paths });
      tile !== undefined;
      tile = takeTile({ taken, paths })
    ) {
      this.signal.throwIfAborted()
      const finder = new TileFinder()
      const features = takeFeatures(paths[tile]!)
      yield makeTilePlaces(features, { areas, context, postcodes: finder, borderStreets: finder })
      this.#found(tile, finder.toFindings())
      onProgress(Math.min(taken[0]!, paths.length) / paths.length)
    }
    await this.finished()
  }

  /**
   * Waits for the threads to finish.
   *
   * @throws As {@link places}.
   */
  async finished(): Promise<void> {
    const stop = (): void => void this.stop()
    this.signal.addEventListener('abort', stop, { once: true })
    try {
      this.signal.throwIfAborted()
      await this.#finished
    } catch (error) {
      this.signal.throwIfAborted()
      throw error
    } finally {
      this.signal.removeEventListener('abort', stop)
    }
  }

  /**
   * Returns the places of the threads once they have finished. The caller owns the list: the threads keep no part.
   */
  async parts(): Promise<PackPart[]> {
    await this.finished()
    return this.#parts.splice(0)
  }

  /** Stops the threads, finished or not. */
  async stop(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.terminate()))
  }

  #waitForEnd(thread: Worker): Promise<void> {
    return new Promise((resolve, reject) => {
      thread.on('message', (message: TileMessage) => {
        try {
          if (message.kind === 'tile') this.#found(message.tile, message.findings)
          else if (message.kind === 'failed') reject(toError(message))
          else {
            this.#parts.push(message.part)
            resolve()
          }
        } catch (error) {
          reject(error)
        }
      })
      thread.once('error', reject)
      thread.once('exit', () => reject(new Error('a thread of the places ended')))
    })
  }
}

/** Passes on the findings of tiles in the order of the tiles, even if they finish in another order. */
function passInOrder(
  pass: (findings: TileFindings) => void,
): (tile: number, findings: TileFindings) => void {
  const waiting = new Map<number, TileFindings>()
  let next = 0
  return (tile, findings) => {
    waiting.set(tile, findings)
    for (let found = waiting.get(next); found; found = waiting.get(next)) {
      waiting.delete(next++)
      pass(found)
    }
  }
}
