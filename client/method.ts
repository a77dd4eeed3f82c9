import type { ApiCall } from './call.ts'

export interface CallOptions {
  /** Aborts the call and its retries. The promise rejects with the signal's reason. */
  signal?: AbortSignal
  /** Time limit for the call with all its retries, ms. Default: the client's. */
  timeoutMs?: number
  /** Maximum number of retries after the first attempt. Default: the client's. */
  maxRetries?: number
  /**
   * Identifies the call for 24 hours, so that a repetition is not charged again: 1 to 255 visible ASCII characters.
   * `false` sends no key. Default: a random key for each POST, or as set for the client.
   */
  idempotencyKey?: string | false
}

type Arguments<Input> = object extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions]

type JsonMethod<Input, Output> = (...args: Arguments<Input>) => ApiCall<Output>

/** The `format` of the input determines the type of the answer. */
interface GeojsonMethod<Input, Output, Geojson> {
  (input: Input & { format: 'geojson' }, options?: CallOptions): ApiCall<Geojson>
  (input: Input & { format?: 'footstep' | undefined }, options?: CallOptions): ApiCall<Output>
  (input: Input, options?: CallOptions): ApiCall<Output | Geojson>
}

/** Method of an operation, by its input, its answer and the GeoJSON form of the answer, if there is one. */
export type Method<Input, Output, Geojson = undefined> = [Geojson] extends [undefined]
  ? JsonMethod<Input, Output>
  : GeojsonMethod<Input, Output, Geojson>
