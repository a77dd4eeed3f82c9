import { type OperationOnPage, operationOf } from './facts.ts'

/** A request to an operation: the body of a POST, the query of a GET. */
export interface ApiRequest {
  operation: string
  input: Record<string, unknown>
}

/** A call and what came of it. */
export interface Exchange {
  request: ApiRequest
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: each view knows the answer of its operation.
  answer: any
  /** USD, as the answer says. */
  charged: string | undefined
  balance: string | undefined
  /** What was ignored or assumed. */
  warnings: readonly string[]
  milliseconds: number
}

let key = ''
let keyReady: Promise<void> | undefined

/** Uses a key that the person typed; it is kept in memory only. */
export function useKey(typed: string): void {
  key = typed.trim()
  keyReady = Promise.resolve()
}

export function hasKey(): boolean {
  return key !== ''
}

/** The demo key of a server on this machine, where there is one. */
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
 * @throws the reason of the signal, and `TypeError` where the server cannot be reached.
 */
export async function call(request: ApiRequest, signal?: AbortSignal): Promise<Exchange> {
  await openSession()
  const operation = operationOf(request.operation)
  const startedAt = performance.now()
  const response = await fetch(urlOf(operation, request.input), {
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

/** The path with what belongs into it, and the rest of the input as query unless it is a body. */
export function urlOf(operation: OperationOnPage, input: Record<string, unknown>): string {
  if (operation.method === 'POST') return operation.path
  const fields = new Map(Object.entries(input).map(([name, value]) => [name, String(value)]))
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name) ?? ''
    fields.delete(name)
    return encodeURIComponent(value)
  })
  return fields.size > 0 ? `${path}?${new URLSearchParams([...fields])}` : path
}
