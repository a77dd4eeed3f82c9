import { ApiCall } from './call.ts'
import type { Operations } from './contracts.ts'
import { JobMethods } from './jobs.ts'
import type { CallOptions } from './method.ts'
import { type OperationFacts, operationTable } from './operation-table.ts'
import { buildRequest } from './request.ts'
import { send } from './send.ts'

export interface CairnClientOptions {
  /** Address of the service, without `/v1`. */
  url: string
  /** The API key: `sk_live_…`. For servers only; never in a page that others open. */
  key: string
  /** Time limit for a call with all its retries, ms; 60,000 by default. The service ends a call after 29 s. */
  timeoutMs?: number
  /** Maximum number of retries after the first attempt, 3 by default. */
  maxRetries?: number
  /** Whether each POST sends a random idempotency key, so that retries cannot charge twice; true by default. */
  idempotencyKeys?: boolean
  /** Replacement for the global `fetch`. */
  fetch?: typeof fetch
}

type Input = Readonly<Record<string, unknown>>
type Node = { [name: string]: Node | ((input?: Input, options?: CallOptions) => ApiCall<unknown>) }

class Client {
  constructor({
    url,
    key,
    timeoutMs = 60_000,
    maxRetries = 3,
    idempotencyKeys = true,
    fetch = (...request) => globalThis.fetch(...request),
  }: CairnClientOptions) {
    if (!/^https?:\/\//.test(url)) throw new TypeError(`url must begin with http, not "${url}"`)
    if (!key) throw new TypeError('key is missing')
    const createMethod =
      (facts: OperationFacts) =>
      (input: Input = {}, options: CallOptions = {}): ApiCall<unknown> => {
        // A paid GET without an idempotency key could be charged twice.
        const repeatable = facts.free && facts.method !== 'POST'
        const settings = { timeoutMs, maxRetries, ...options, fetch, repeatable }
        const idempotencyKey = selectIdempotencyKey(facts, options, idempotencyKeys)
        // Runs in a promise, so that a missing parameter rejects like any other error.
        const answer = (async () =>
          send(buildRequest(facts, input, { url, key, idempotencyKey }), settings))()
        return new ApiCall(answer)
      }
    const root = this as unknown as Node
    for (const facts of operationTable) {
      const names = facts.id.split('/').map(camelCase)
      const last = names.pop()!
      let node = root
      for (const name of names) {
        node[name] ??= {}
        node = node[name] as Node
      }
      node[last] = createMethod(facts)
    }
    const { geocoding } = this as unknown as Operations
    Object.assign(geocoding.jobs, new JobMethods(geocoding.jobs, fetch))
  }
}

/** Returns the idempotency key of a call, which all its retries share. Only a POST has one. */
function selectIdempotencyKey(
  { method }: OperationFacts,
  { idempotencyKey }: CallOptions,
  isDefault: boolean,
): string | undefined {
  if (method !== 'POST' || idempotencyKey === false) return undefined
  return idempotencyKey ?? (isDefault ? randomKey() : undefined)
}

/**
 * Returns a key of 128 random bits. `crypto.randomUUID` needs a secure context, which a page served over plain HTTP is
 * not.
 */
function randomKey(): string {
  const bytes = globalThis.crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Converts `structured-search` to `structuredSearch`. */
function camelCase(words: string): string {
  return words.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** Client of the service with a method for each of its operations. */
export type CairnClient = Operations & { geocoding: { jobs: JobMethods } }

/**
 * Client of the service.
 *
 * @example
 * const cairn = new CairnClient({ url: 'https://api.example.com', key })
 * const { route } = await cairn.routing.route({ locations, travel: 'bicycle' })
 */
export const CairnClient = Client as unknown as new (options: CairnClientOptions) => CairnClient
