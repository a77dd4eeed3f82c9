import type { APIGatewayProxyEvent } from 'aws-lambda'
import { hashKey, withBearerKey } from '#platform/accounts'
import { hasBody } from '#platform/api'
import { ApiError } from '#platform/errors'
import { JsonLimitError, parseJson } from '#platform/json'
import { toolServer } from '../../functions/mcp/route.ts'
import { findOperationCall } from '../../functions/mcp/tools/index.ts'
import { operations } from '../../functions/operations.ts'
import { estimateWork, isHeavy } from '../../functions/work/index.ts'
import type { ScheduledCall } from './scheduler.ts'

/**
 * Maximum bytes of a body that is parsed here. Larger ones count as heavy, because parsing them would block the
 * gateway.
 */
const maxReadBytes = 64 * 1024

const withBody = new Set(operations.filter(hasBody).map(({ id }) => id))

type Asked = Pick<APIGatewayProxyEvent, 'headers'> &
  Partial<Pick<APIGatewayProxyEvent, 'queryStringParameters' | 'pathParameters'>>

/** Describes a call to the scheduler. The account is the hash of the key, because the authorizer has not run yet. */
export function describeCall(id: string, event: Asked, body: Buffer): ScheduledCall {
  const { headers } = event
  const sent = id === toolServer.id ? withBearerKey(headers) : headers
  const key = Object.entries(sent).find(([name]) => name.toLowerCase() === 'x-api-key')?.[1]
  const text = Array.isArray(key) ? key[0] : key
  return {
    account: text ? hashKey(String(text)) : '',
    heavy: body.length > maxReadBytes || mayTakeLong(id, event, body),
  }
}

function mayTakeLong(id: string, event: Asked, body: Buffer): boolean {
  try {
    if (id !== toolServer.id) return isHeavy(estimateWork(id, readFields(id, event, body)))
    const call = findOperationCall(parseJson(body.toString()))
    return call !== undefined && isHeavy(estimateWork(call.operation.id, call.fields))
  } catch (error) {
    // Not JSON, too much JSON, or arguments that a tool refuses: all are refused before any work.
    const isRefused =
      error instanceof SyntaxError || error instanceof JsonLimitError || error instanceof ApiError
    return !isRefused
  }
}

function readFields(id: string, event: Asked, body: Buffer): Record<string, unknown> {
  if (!withBody.has(id)) return { ...event.queryStringParameters, ...event.pathParameters }
  const fields = parseJson(body.toString().replace(/^\uFEFF/, ''))
  return typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>) : {}
}
