import type { RunEngine } from '#routing/tile-cache'
import type { CallGuard, EngineQuery } from './engine.ts'

/** The verified file of an engine. */
export interface IntactTiles {
  /** Differs whenever the content differs. */
  fingerprint: string
  /** Throws `service_unavailable` when the file has changed since. */
  assertIntact(): void
}

/** Of a file that the engine has mapped. */
export class FileGuard implements CallGuard {
  readonly #intact: IntactTiles | undefined

  constructor(intact: IntactTiles | undefined) {
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
      const answer = await run(action, query)
      this.#intact?.assertIntact()
      return answer
    } catch (error) {
      if (!signal?.aborted) this.#intact?.assertIntact()
      throw error
    }
  }
}
