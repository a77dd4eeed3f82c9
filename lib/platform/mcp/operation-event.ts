import { randomUUID } from 'node:crypto'
import type { APIGatewayProxyEvent } from 'aws-lambda'
import * as z from 'zod'
import { hasBody, type Operation } from '#platform/api'
import { ApiError } from '#platform/errors'

/** A call of an operation, with its fields as in the body, or in the query of a GET. */
export interface OperationCall {
  operation: Operation
  fields: Record<string, unknown>
  /** Arguments that the tool ignored, as sentences without a full stop. */
  unused?: readonly string[]
}

/**
 * Makes the event that a gateway would send for the caller's call. It contains the authorizer's findings and its own
 * request id. It omits the caller's headers, which include the key.
 *
 * @throws TypeError for an operation with parameters in its path; no tool uses one.
 */
export function makeOperationEvent(
  { operation, fields }: OperationCall,
  caller: APIGatewayProxyEvent,
): APIGatewayProxyEvent {
  const { method, path } = operation
  if (path.includes('{')) throw new TypeError(`${path} has parameters`)
  const requestId = randomUUID()
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  const query = hasBody(operation) ? null : makeQuery(operation, fields)
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
 * Makes the query of a call. Values of a list are joined with commas, as operations read them. Assistants send `null`
 * for a field without a value: a known field is left out, and an unknown one is passed on, so that the operation
 * names it.
 */
function makeQuery({ input }: Operation, fields: Record<string, unknown>): Record<string, string> {
  const isKnown = (name: string) => input instanceof z.ZodObject && Object.hasOwn(input.shape, name)
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([name, value]) => value !== undefined && (value !== null || !isKnown(name)))
      .map(([name, value]) => [name, formatParameter(name, value)]),
  )
}

/**
 * Formats a text, number or boolean, or a list of these, as a query parameter.
 *
 * @throws ApiError `bad_request` for an object, and for a list of lists or objects.
 */
export function formatParameter(name: string, value: unknown): string {
  const values = Array.isArray(value) ? value : [value]
  if (values.every((each) => typeof each !== 'object' || each === null)) return values.join(',')
  const message = 'must be a text or a number, not an object'
  throw new ApiError('bad_request', `${name} ${message}.`, {
    fields: { details: [{ path: name, message }] },
  })
}
