import type { APIGatewayProxyEvent } from 'aws-lambda'
import { toolServer } from '../../functions/mcp/route.ts'
import { operationCallOf } from '../../functions/mcp/tools/index.ts'
import { operations } from '../../functions/operations.ts'
import { keySha256, withBearerKey } from '../../lib/accounts/index.ts'
import type { Operation } from '../../lib/api/index.ts'
import type { ScheduledCall } from './scheduler.ts'

/** Calls with larger bodies are heavy. */
const heavyBodyBytes = 64 * 1024

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/**
 * A call as the scheduler sees it. The account is the hash of the key, because the authorizer has not run
 * yet.
 */
export function scheduledCallOf(
  id: string,
  { headers }: Pick<APIGatewayProxyEvent, 'headers'>,
  body: Buffer,
): ScheduledCall {
  const sent = id === toolServer.id ? withBearerKey(headers) : headers
  const key = Object.entries(sent).find(([name]) => name.toLowerCase() === 'x-api-key')?.[1]
  const text = Array.isArray(key) ? key[0] : key
  return { account: text ? keySha256(String(text)) : '', heavy: isHeavy(id, body) }
}

function isHeavy(id: string, body: Buffer): boolean {
  if (body.length > heavyBodyBytes) return true
  try {
    if (id !== toolServer.id)
      return isHeavyOperation(byId.get(id), () => JSON.parse(body.toString()))
    const call = operationCallOf(JSON.parse(body.toString()))
    return isHeavyOperation(call?.operation, () => call?.fields)
  } catch {
    // Invalid: refused before any work.
    return false
  }
}

function isHeavyOperation(operation: Operation | undefined, fields: () => unknown): boolean {
  const heavy = operation?.heavy ?? false
  return typeof heavy === 'boolean' ? heavy : heavy(fields())
}
