import { randomUUID } from 'node:crypto'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import * as z from 'zod'
import { hasBody, type Operation } from '#platform/api'
import { ApiError } from '#platform/errors'

/** A call of an operation: its fields as they would stand in the body or, of a GET, in the query. */
export interface OperationCall {
  operation: Operation
  fields: Record<string, unknown>
  /** What the tool makes no use of: sentences without a full stop. */
  unused?: readonly string[]
}

/**
 * The event that a gateway would send for the call of a caller: with the authorizer's findings and a request id
 * of its own, and without the caller's headers, among which is the key.
 *
 * @throws TypeError for an operation with parameters in its path, of which no tool has any.
 */
export function operationEvent(
  { operation, fields }: OperationCall,
  caller: APIGatewayProxyEvent,
): APIGatewayProxyEvent {
  const { method, path } = operation
  if (path.includes('{')) throw new TypeError(`${path} has parameters`)
  const requestId = randomUUID()
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const query = hasBody(operation) ? null : queryOf(operation, fields)
  return {
    resource: path,
    path,
    httpMethod: method,
    headers,
    multiValueHeaders: Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, [value]]),
    ),
    queryStringParameters: query,
    multiValueQueryStringParameters:
      query && Object.fromEntries(Object.entries(query).map(([name, value]) => [name, [value]])),
    pathParameters: null,
    stageVariables: null,
    requestContext: {
      ...caller.requestContext,
      httpMethod: method,
      path,
      resourceId: path,
      resourcePath: path,
      requestId,
      extendedRequestId: requestId,
    },
    body: query ? null : JSON.stringify(fields),
    isBase64Encoded: false,
  }
}

/**
 * Lists have commas between their values, as the operations read them. `null` is what assistants send for a field
 * without a value; the operation names one that it does not know.
 */
function queryOf({ input }: Operation, fields: Record<string, unknown>): Record<string, string> {
  const isKnown = (name: string) => input instanceof z.ZodObject && Object.hasOwn(input.shape, name)
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== undefined && (value !== null || !isKnown(name)))
      .map(([name, value]) => [name, parameterText(name, value)]),
  )
}

/**
 * The text of a parameter: of a text, a number or a truth value, or of a list of these.
 *
 * @throws ApiError `bad_request` for an object, and for a list of lists or objects.
 */
export function parameterText(name: string, value: unknown): string {
  const values = Array.isArray(value) ? value : [value]
  if (values.every((each) => typeof each !== 'object' || each === null)) return values.join(',')
  const message = 'must be a text or a number, not an object'
  throw new ApiError('bad_request', `${name} ${message}.`, {
    fields: { details: [{ path: name, message }] },
  })
}
