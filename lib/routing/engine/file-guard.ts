import type { RunEngine } from '#routing/tile-cache'
import type { CallGuard, EngineQuery } from './engine.ts'

/** The verified file of an engine. */
export interface IntactTiles {
  /** Changes with the content. */
  fingerprint: string
  /** Throws `service_unavailable` when the file has changed since it was opened. */
  assertIntact(): void
}

/** Guards calls on a file that the engine has mapped. */
export class FileGuard implements CallGuard {
  readonly #intact: IntactTiles | undefined

  constructor(intact: IntactTiles | undefined) {
    this.#intact = intact
  }

  /** Runs a call. Discards its answer or error when the tiles have changed under the engine. */
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
