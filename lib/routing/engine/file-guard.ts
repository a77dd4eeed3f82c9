import type { RunEngine } from '../../tile-cache/index.ts'
import type { CallGuard, EngineQuery } from './engine.ts'

/** The verified file of an engine. */
export interface IntactTiles {
  /** Differs whenever the content differs. */
  fingerprint: string
  /** Throws `service_unavailable` when the file has changed since. */
  assertIntact(): void
}

/** For a file that the engine has mapped. */
export class FileGuard implements CallGuard {
  readonly #path: string
  readonly #intact: IntactTiles | undefined

  constructor(path: string, intact: IntactTiles | undefined) {
    this.#path = path
    this.#intact = intact
  }

  /** Neither an answer nor an error counts when the tiles have changed under the engine. */
  async during(
    action: string,
    query: EngineQuery,
    run: RunEngine,
    signal?: AbortSignal,
  ): Promise<string> {
    try {
      const answer = await run(action, query, this.#path)
      this.#intact?.assertIntact()
      return answer
    } catch (error) {
      if (!signal?.aborted) this.#intact?.assertIntact()
      throw error
    }
  }
}
