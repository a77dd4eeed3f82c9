import type { OperationFacts } from './operation-table.ts'

/** Request of an operation, ready for `fetch`. */
export interface HttpRequest {
  url: string
  method: OperationFacts['method']
  headers: Record<string, string>
  body?: string
  /** Value of the `idempotency-key` header, the same in each retry. */
  idempotencyKey?: string | undefined
}

/** Builds a request: puts the fields of the input into the path, then into the JSON body or the query string. */
export function buildRequest(
  { method, path, id }: OperationFacts,
  input: Readonly<Record<string, unknown>>,
  { url, key, idempotencyKey }: { url: string; key: string; idempotencyKey?: string | undefined },
): HttpRequest {
  const fields = new Map(Object.entries(input).filter(([, value]) => value !== undefined))
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = fields.get(name)
    // With an empty segment, this would be the path of another operation.
    if (value === undefined || value === '') throw new TypeError(`${id}: ${name} is missing`)
    fields.delete(name)
    return encodeURIComponent(String(value))
  })
  const target = `${url.replace(/\/+$/, '')}${filled}`
  const accept = fields.get('format') === 'geojson' ? 'application/geo+json' : 'application/json'
  const headers = { 'x-api-key': key, accept }
  if (method === 'POST') {
    const body = JSON.stringify(Object.fromEntries(fields))
    return {
      url: target,
      method,
      headers: {
        ...headers,
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      body,
      idempotencyKey,
    }
  }
  const query = new URLSearchParams()
  for (const [name, value] of fields) {
    query.set(name, Array.isArray(value) ? value.join(',') : String(value))
  }
  return { url: query.size > 0 ? `${target}?${query}` : target, method, headers }
}
