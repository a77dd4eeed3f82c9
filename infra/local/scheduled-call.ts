import type { APIGatewayProxyEvent } from 'aws-lambda'
import { operations } from '../../functions/operations.ts'
import { keySha256 } from '../../lib/accounts/index.ts'
import type { ScheduledCall } from './scheduler.ts'

/** Calls with larger bodies are heavy. */
const heavyBodyBytes = 64 * 1024

const byId = new Map(operations.map((operation) => [operation.id, operation]))

/**
 * A call as the scheduler sees it. The account is the hash of the key, because the authorizer has not run
 * yet.
 */
export function scheduledCallOf(
  operation: string,
  { headers }: Pick<APIGatewayProxyEvent, 'headers'>,
  body: Buffer,
): ScheduledCall {
  const key = Object.entries(headers).find(([name]) => name.toLowerCase() === 'x-api-key')?.[1]
  return { account: key ? keySha256(key) : '', heavy: isHeavy(operation, body) }
}

function isHeavy(operation: string, body: Buffer): boolean {
  if (body.length > heavyBodyBytes) return true
  const heavy = byId.get(operation)?.heavy ?? false
  if (typeof heavy === 'boolean') return heavy
  try {
    return heavy(JSON.parse(body.toString()))
  } catch {
    // Invalid: refused before any work.
    return false
  }
}
