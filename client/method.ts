import type { ApiCall } from './call.ts'

export interface CallOptions {
  /** Ends the call and its retries; the promise rejects with the reason of the signal. */
  signal?: AbortSignal
  /** Milliseconds for the call with all its retries. Default: that of the client. */
  timeoutMs?: number
  /** Retries after the first attempt. Default: that of the client. */
  maxRetries?: number
  /**
   * Names the call for 24 hours, so that it can be repeated without a second charge: 1 to 255 visible ASCII
   * characters. False sends none. Default: a random one for each POST, or as the client says.
   */
  idempotencyKey?: string | false
}

type Arguments<Input> = object extends Input
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions]

type JsonMethod<Input, Output> = (...args: Arguments<Input>) => ApiCall<Output>

/** The `format` of the input decides the type of the answer. */
interface GeojsonMethod<Input, Output, Geojson> {
  (input: Input & { format: 'geojson' }, options?: CallOptions): ApiCall<Geojson>
  (input: Input & { format?: 'footstep' | undefined }, options?: CallOptions): ApiCall<Output>
  (input: Input, options?: CallOptions): ApiCall<Output | Geojson>
}

/** The method of an operation: its input, its answer, and the GeoJSON form of that where there is one. */
export type Method<Input, Output, Geojson = undefined> = [Geojson] extends [undefined]
  ? JsonMethod<Input, Output>
  : GeojsonMethod<Input, Output, Geojson>
