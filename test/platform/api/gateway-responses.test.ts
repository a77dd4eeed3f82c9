import { expect, test } from 'vitest'
import { type GatewayResponseType, gatewayResponses } from '#platform/api'
import { errorTable } from '#platform/errors'

const statuses: Record<GatewayResponseType, number> = {
  UNAUTHORIZED: 401,
  ACCESS_DENIED: 403,
  AUTHORIZER_FAILURE: 503,
  AUTHORIZER_CONFIGURATION_ERROR: 503,
  MISSING_AUTHENTICATION_TOKEN: 404,
  RESOURCE_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  BAD_REQUEST_BODY: 400,
  BAD_REQUEST_PARAMETERS: 400,
  UNSUPPORTED_MEDIA_TYPE: 415,
  REQUEST_TOO_LARGE: 413,
  WAF_FILTERED: 403,
  THROTTLED: 429,
  QUOTA_EXCEEDED: 429,
  INTEGRATION_FAILURE: 503,
  INTEGRATION_TIMEOUT: 504,
  DEFAULT_4XX: 400,
  DEFAULT_5XX: 500,
}

test.each(Object.entries(statuses))('the gateway response %s has the status %i', (type, status) => {
  const response = gatewayResponses[type as GatewayResponseType]
  expect(response.status).toBe(status)
  const code = response.body.error as keyof typeof errorTable
  expect(errorTable[code].status).toBe(status)
  expect(response.body.message).toBeTruthy()
  expect(response.headers['x-request-id']).toBe('$context.extendedRequestId')
  expect('retry-after' in response.headers).toBe(status === 429 || status === 503)
})

test('only the response to a refused key has a message of its own, which comes from the authorizer', () => {
  const own = Object.entries(gatewayResponses).filter(([, { body }]) =>
    String(body.message).includes('$'),
  )
  expect(own.map(([type]) => type)).toEqual(['ACCESS_DENIED'])
})
