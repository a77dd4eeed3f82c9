import { findOperation, type OperationOnPage } from './facts.ts'

/** A request to an operation: the body of a POST, the query of a GET. */
export interface ApiRequest {
  operation: string
  input: Record<string, unknown>
}

/** A call and its response. */
export interface Exchange {
  request: ApiRequest
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each view knows the answer of its operation.
  answer: any
  /** Charge of the call in USD, from the response header `x-charged`. */
  charged: string | undefined
  balance: string | undefined
  /** Parts of the request that the service ignored, and assumptions that it made. */
  warnings: readonly string[]
  milliseconds: number
}

let key = ''
let keyReady: Promise<void> | undefined

/** Uses a key that the user typed. The key stays in memory only. */
export function useKey(typed: string): void {
  key = typed.trim()
  keyReady = Promise.resolve()
}

export function hasKey(): boolean {
  return key !== ''
}

/** Fetches the demo key, which only a server on the local machine provides. */
export function openSession(): Promise<void> {
  keyReady ??= fetch('/map/session.json', { cache: 'no-store' })
    .then(async (response) => {
      if (response.ok) key = ((await response.json()) as { key: string | null }).key ?? ''
    })
    .catch(() => {})
  return keyReady
}

/**
 * Calls an operation.
 *
 * @throws the signal's reason when it is aborted, and `TypeError` when the server cannot be reached.
 */
export async function call(request: ApiRequest, signal?: AbortSignal): Promise<Exchange> {
  await openSession()
  const operation = findOperation(request.operation)
  const startedAt = performance.now()
  const response = await fetch(buildUrl(operation, request.input), {
    method: operation.method,
    signal: signal ?? null,
    headers: {
      ...(key && { 'x-api-key': key }),
      ...(operation.method === 'POST' && { 'content-type': 'application/json' }),
    },
    ...(operation.method === 'POST' && { body: JSON.stringify(request.input) }),
  })
  const answer = await response.json().catch(() => ({ message: 'The answer was no JSON.' }))
  return {
    request,
    status: response.status,
    answer,
    charged: response.headers.get('x-charged') ?? undefined,
    balance: response.headers.get('x-balance') ?? undefined,
    warnings: answer.warnings ?? [],
    milliseconds: performance.now() - startedAt,
  }
}

export function isOk({ status }: Exchange): boolean {
  return status >= 200 && status < 300
}

/**
 * Builds the URL of a request: fills in the path parameters and puts the other fields into the query. A POST sends its
 * input as the body instead.
 */
export function buildUrl(operation: OperationOnPage, input: Record<string, unknown>): string {
  if (operation.method === 'POST') return operation.path
  const fields = new Map(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name) ?? ''
    fields.delete(name)
    return encodeURIComponent(value)
  })
  return fields.size > 0 ? `${path}?${new URLSearchParams([...fields])}` : path
}
