import { Match, type Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { toolServer } from '../../../functions/mcp/route.ts'
import { operations } from '../../../functions/operations.ts'
import { gatewayResponses } from '../../../lib/api/index.ts'
import { type Synthesis, synthesise } from '../../fixtures/synthesis.ts'

let assembly: Synthesis
let api: Template
beforeAll(() => {
  assembly = synthesise()
  api = assembly.api
})

// biome-ignore lint/suspicious/noExplicitAny: templates are looked into at will.
type Properties = Record<string, any>
const propertiesOf = (type: string): Properties[] =>
  Object.values(api.findResources(type)).map(({ Properties }) => Properties)

/** Methods of the API with their full paths. */
function methods() {
  const resources = api.findResources('AWS::ApiGateway::Resource')
  const pathOf = (id: { Ref?: string }): string => {
    const resource = id.Ref === undefined ? undefined : resources[id.Ref]
    if (!resource) return ''
    return `${pathOf(resource.Properties.ParentId)}/${resource.Properties.PathPart}`
  }
  return propertiesOf('AWS::ApiGateway::Method').map((properties) => ({
    path: pathOf(properties.ResourceId),
    method: properties.HttpMethod as string,
    properties,
  }))
}

/** The authorizer of a route's method. */
function authorizerOf(route: { method: string; path: string }) {
  const found = methods().find(
    ({ method, path }) => method === route.method && path === route.path,
  )!
  return api.findResources('AWS::ApiGateway::Authorizer')[found.properties.AuthorizerId.Ref]!
    .Properties
}

describe('authorization of callers', () => {
  test('the authorizer is asked on every call that has a key, and on no other', () => {
    for (const { method, path } of operations) {
      expect(authorizerOf({ method, path })).toMatchObject({
        Type: 'REQUEST',
        AuthorizerResultTtlInSeconds: 0,
        IdentitySource: 'method.request.header.x-api-key',
      })
    }
  })

  test('the tool server’s is asked whichever header a key is in, by the same function', () => {
    const [first] = operations
    const ofTools = authorizerOf(toolServer)
    expect(ofTools).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 })
    expect(ofTools.IdentitySource || undefined).toBeUndefined()
    expect(ofTools.AuthorizerUri).toEqual(authorizerOf(first!).AuthorizerUri)
    expect(propertiesOf('AWS::ApiGateway::Authorizer')).toHaveLength(2)
  })

  test('every operation and the tool server are behind one', () => {
    for (const { method, path } of [...operations, toolServer]) {
      const found = methods().find((entry) => entry.method === method && entry.path === path)
      expect(found?.properties, path).toMatchObject({
        AuthorizationType: 'CUSTOM',
        AuthorizerId: { Ref: expect.any(String) },
        Integration: { Type: 'AWS_PROXY' },
      })
    }
  })

  test('every operation is answered by its own function, and the authorizer by its own', () => {
    const functions = api.findResources('AWS::Lambda::Function')
    const calledBy = (uri: unknown) => {
      const text = JSON.stringify(uri)
      const ids = Object.keys(functions).filter((id) => text.includes(`"${id}"`))
      expect(ids).toHaveLength(1)
      return functions[ids[0]!]!.Properties.Description
    }
    for (const { method, path } of [...operations, toolServer]) {
      const { properties } = methods().find(
        (entry) => entry.method === method && entry.path === path,
      )!
      expect(calledBy(properties.Integration.Uri)).toBe(`Cairn: ${method} ${path}`)
    }
    const [authorizer] = propertiesOf('AWS::ApiGateway::Authorizer')
    expect(calledBy(authorizer!.AuthorizerUri)).toBe('Cairn: who may call')
    const health = methods().find(({ path }) => path === '/health/deep')!
    expect(calledBy(health.properties.Integration.Uri)).toBe('Cairn: GET /health/deep')
  })

  test('the deep health check needs IAM credentials', () => {
    const deep = methods().filter(({ path }) => path === '/health/deep')
    const get = deep.find(({ method }) => method === 'GET')!.properties
    expect(get.AuthorizationType).toBe('AWS_IAM')
    expect(get).not.toHaveProperty('AuthorizerId')
  })

  test('the open health page starts no function and says the region', () => {
    const page = methods().find(({ path, method }) => path === '/health' && method === 'GET')!
    const { Type, IntegrationResponses } = page.properties.Integration
    expect(Type).toBe('MOCK')
    const [answer] = IntegrationResponses
    expect(answer.StatusCode).toBe('200')
    expect(JSON.parse(answer.ResponseTemplates['application/json'])).toEqual({
      status: 'ok',
      region: 'demo',
    })
  })

  test('nothing is open but the health page and the 405 of other methods', () => {
    const open = methods().filter(({ properties }) => properties.AuthorizationType === 'NONE')
    const beyond = open.filter(
      ({ path, method, properties }) =>
        !(path === '/health' && method === 'GET') &&
        !(method === 'ANY' && properties.Integration.Type === 'MOCK'),
    )
    expect(beyond).toEqual([])
    expect(open.length).toBeGreaterThan(1)
  })
})

describe('the refusals of the gateway', () => {
  const types = Object.keys(gatewayResponses).filter((type) => type !== 'METHOD_NOT_ALLOWED')

  test.each(types)('%s has the status and body of the table', (type) => {
    const { status, body } = gatewayResponses[type as keyof typeof gatewayResponses]
    const [response] = propertiesOf('AWS::ApiGateway::GatewayResponse').filter(
      ({ ResponseType }) => ResponseType === type,
    )
    expect(response).toMatchObject({ StatusCode: String(status) })
    const templates = response!.ResponseTemplates as Record<string, string>
    expect(JSON.parse(templates['application/json']!)).toEqual(body)
    expect(response!.ResponseParameters).toMatchObject({
      'gatewayresponse.header.x-request-id': expect.stringMatching(/^context\.\w*[rR]equestId$/),
      ...(status === 429 || status === 503 ? { 'gatewayresponse.header.retry-after': "'1'" } : {}),
    })
  })

  // What the gateway makes of a function that Lambda throttles.
  test('a function at its concurrency is 503', () => {
    expect(gatewayResponses.INTEGRATION_FAILURE).toMatchObject({
      status: 503,
      body: { error: 'service_unavailable' },
    })
  })

  test('no other response is left to the gateway’s own words', () => {
    const given = propertiesOf('AWS::ApiGateway::GatewayResponse').map(
      ({ ResponseType }) => ResponseType,
    )
    expect(given).toContain('DEFAULT_4XX')
    expect(given).toContain('DEFAULT_5XX')
  })

  test('another method of a known path is 405 and says which there is', () => {
    const routes = [...operations, toolServer]
    for (const path of new Set(routes.map(({ path }) => path))) {
      const allowed = routes.filter((entry) => entry.path === path).map(({ method }) => method)
      const { properties } = methods().find(
        (entry) => entry.path === path && entry.method === 'ANY',
      )!
      const integration = properties.Integration as {
        PassthroughBehavior: string
        RequestTemplates: Record<string, string>
        IntegrationResponses: {
          StatusCode: string
          ResponseTemplates: Record<string, string>
          ResponseParameters: Record<string, string>
        }[]
      }
      expect(JSON.parse(integration.RequestTemplates['application/json']!)).toEqual({
        statusCode: 405,
      })
      expect(integration.PassthroughBehavior).toBe('NEVER')
      const [answer] = integration.IntegrationResponses
      expect(answer!.StatusCode).toBe('405')
      expect(JSON.parse(answer!.ResponseTemplates['application/json']!)).toEqual(
        gatewayResponses.METHOD_NOT_ALLOWED.body,
      )
      expect(answer!.ResponseParameters).toMatchObject({
        'method.response.header.allow': `'${allowed.join(', ')}'`,
        'method.response.header.x-request-id': expect.stringMatching(/^context\.\w*[rR]equestId$/),
      })
    }
  })
})

describe('the stage', () => {
  test('compresses, throttles, traces and logs, and no log line can hold a key', () => {
    api.hasResourceProperties('AWS::ApiGateway::RestApi', { MinimumCompressionSize: 1024 })
    const [stage] = propertiesOf('AWS::ApiGateway::Stage') as unknown as {
      MethodSettings: Record<string, unknown>[]
      AccessLogSetting: { Format: string }
      TracingEnabled: boolean
    }[]
    expect(stage!.TracingEnabled).toBe(true)
    expect(stage!.MethodSettings).toEqual([
      expect.objectContaining({
        DataTraceEnabled: false,
        LoggingLevel: 'ERROR',
        ThrottlingRateLimit: 500,
        ThrottlingBurstLimit: 1000,
      }),
    ])
    const format = stage!.AccessLogSetting.Format
    expect(JSON.parse(format)).toMatchObject({
      extended_request_id: '$context.extendedRequestId',
      function_request_id: '$context.integration.requestId',
    })
    expect(format).not.toMatch(/header|input|body/i)
  })

  test('is behind the firewall', () => {
    api.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
      ResourceArn: Match.objectLike({ 'Fn::Join': Match.anyValue() }),
    })
  })
})

describe('the limits', () => {
  const functions = (description: RegExp) =>
    propertiesOf('AWS::Lambda::Function').filter((one) => description.test(one.Description))

  test('no operation can use the concurrency of another or of the authorizer', () => {
    const reserved = functions(/ \/v1\//).map((entry) => entry.ReservedConcurrentExecutions)
    expect(reserved).toEqual(operations.map(() => 30))
    expect(functions(/ \/mcp$/).map((entry) => entry.ReservedConcurrentExecutions)).toEqual([30])
    const [authorizer] = functions(/who may call/)
    expect(authorizer!.ReservedConcurrentExecutions).toBe(100)
  })

  test('nothing is reserved for an account with a small quota', () => {
    const small = synthesise({ concurrencyPerOperation: 0 }).api
    for (const { Properties } of Object.values(small.findResources('AWS::Lambda::Function'))) {
      expect(Properties.ReservedConcurrentExecutions).toBeUndefined()
    }
  })

  test('only the authorizer gets the rate limit of keys', () => {
    const [authorizer] = functions(/who may call/)
    expect(authorizer!.Environment.Variables).toMatchObject({
      CAIRN_REQUESTS_PER_KEY: '50',
      CAIRN_BURST_PER_KEY: '200',
    })
    const told = functions(/./).filter(
      (one) => 'CAIRN_REQUESTS_PER_KEY' in one.Environment.Variables,
    )
    expect(told).toHaveLength(1)
  })
})
