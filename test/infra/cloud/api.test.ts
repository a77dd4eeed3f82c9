import { Match, type Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { gatewayResponses } from '#platform/api'
import { toolServer } from '../../../functions/mcp/route.ts'
import { operations } from '../../../functions/operations.ts'
import { authorizerConcurrency, resolveSettings } from '../../../infra/cloud/settings.ts'
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

/** Returns the methods of the API with their full paths. */
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

/** Returns the id of the only function named somewhere in a value. */
function functionIn(value: unknown): string {
  const text = JSON.stringify(value)
  const ids = Object.keys(api.findResources('AWS::Lambda::Function'))
  const found = ids.filter((id) => text.includes(`"${id}"`))
  expect(found, text).toHaveLength(1)
  return found[0]!
}

/** Returns the authorizer of a route's method. */
function authorizerOf(route: { method: string; path: string }) {
  const found = methods().find(
    ({ method, path }) => method === route.method && path === route.path,
  )!
  return api.findResources('AWS::ApiGateway::Authorizer')[found.properties.AuthorizerId.Ref]!
    .Properties
}

describe('authorization of callers', () => {
  test('runs on every call with a key, and on no other', () => {
    for (const { method, path } of operations) {
      expect(authorizerOf({ method, path })).toMatchObject({
        Type: 'REQUEST',
        AuthorizerResultTtlInSeconds: 0,
        IdentitySource: 'method.request.header.x-api-key',
      })
    }
  })

  test('runs for the tool server with a key in either header, by the same function', () => {
    const [first] = operations
    const ofTools = authorizerOf(toolServer)
    expect(ofTools).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 })
    expect(ofTools.IdentitySource || undefined).toBeUndefined()
    expect(ofTools.AuthorizerUri).toEqual(authorizerOf(first!).AuthorizerUri)
    expect(propertiesOf('AWS::ApiGateway::Authorizer')).toHaveLength(2)
  })

  test('covers every operation and the tool server', () => {
    for (const { method, path } of [...operations, toolServer]) {
      const found = methods().find((entry) => entry.method === method && entry.path === path)
      expect(found?.properties, path).toMatchObject({
        AuthorizationType: 'CUSTOM',
        AuthorizerId: { Ref: expect.any(String) },
        Integration: { Type: 'AWS_PROXY' },
      })
    }
  })

  test('is a function of its own, like every operation', () => {
    const functions = api.findResources('AWS::Lambda::Function')
    const calledBy = (uri: unknown) => functions[functionIn(uri)]!.Properties.Description
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

  test('requires IAM credentials for the deep health check', () => {
    const deep = methods().filter(({ path }) => path === '/health/deep')
    const get = deep.find(({ method }) => method === 'GET')!.properties
    expect(get.AuthorizationType).toBe('AWS_IAM')
    expect(get).not.toHaveProperty('AuthorizerId')
  })

  test('leaves the health page open, which starts no function and names the region', () => {
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

  test('leaves nothing open except the health page', () => {
    const open = methods().filter(({ properties }) => properties.AuthorizationType === 'NONE')
    expect(open.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /health'])
  })

  test('lets the gateway invoke only the functions of its methods, by a role for them', () => {
    const roles = new Map<string, string[]>()
    for (const { properties } of methods()) {
      const { Type, Credentials, Uri } = properties.Integration
      if (Type === 'MOCK') continue
      const [role] = Credentials['Fn::GetAtt']
      roles.set(role, [...(roles.get(role) ?? []), functionIn(Uri)])
    }
    expect([...roles.values()].flat()).toHaveLength(operations.length + 2)
    for (const [role, invoked] of roles) {
      const { AssumeRolePolicyDocument } = api.findResources('AWS::IAM::Role')[role]!.Properties
      expect(AssumeRolePolicyDocument.Statement).toEqual([
        expect.objectContaining({ Principal: { Service: 'apigateway.amazonaws.com' } }),
      ])
      const statements = propertiesOf('AWS::IAM::Policy')
        .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
        .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
      expect(statements.map(({ Action }) => Action)).toEqual(['lambda:InvokeFunction'])
      const allowed = [statements[0].Resource].flat().map(functionIn)
      expect(allowed.sort()).toEqual([...new Set(invoked)].sort())
    }
  })
})

describe('a refusal of the gateway', () => {
  const types = Object.keys(gatewayResponses).filter((type) => type !== 'METHOD_NOT_ALLOWED')

  test.each(types)('has the status and body of the table for %s', (type) => {
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

  // The gateway answers with INTEGRATION_FAILURE when Lambda throttles a function.
  test('has status 503 when a function reaches its concurrency', () => {
    expect(gatewayResponses.INTEGRATION_FAILURE).toMatchObject({
      status: 503,
      body: { error: 'service_unavailable' },
    })
  })

  test('is never in the gateway’s own words', () => {
    const given = propertiesOf('AWS::ApiGateway::GatewayResponse').map(
      ({ ResponseType }) => ResponseType,
    )
    expect(given).toContain('DEFAULT_4XX')
    expect(given).toContain('DEFAULT_5XX')
  })
})

describe('the stage', () => {
  test('compresses, throttles, traces and logs, and never logs a key', () => {
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
        ThrottlingRateLimit: 3000,
        ThrottlingBurstLimit: 5000,
      }),
    ])
    const format = stage!.AccessLogSetting.Format
    expect(JSON.parse(format)).toMatchObject({
      extended_request_id: '$context.extendedRequestId',
      function_request_id: '$context.integration.requestId',
    })
    expect(format).not.toMatch(/header|input|body/i)
  })

  test('accepts TLS 1.2 and 1.3 with forward secrecy, on its own address too', () => {
    api.hasResourceProperties('AWS::ApiGateway::RestApi', {
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
      EndpointConfiguration: { Types: ['REGIONAL'] },
    })
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

  test('keep an operation from using the concurrency of another or of the authorizer', () => {
    const reserved = functions(/ \/v1\//).map((entry) => entry.ReservedConcurrentExecutions)
    const each = resolveSettings({ region: 'demo' }).concurrencyPerOperation
    expect(each).toBeGreaterThan(20)
    expect(reserved).toEqual(operations.map(() => each))
    expect(functions(/ \/mcp$/).map((entry) => entry.ReservedConcurrentExecutions)).toEqual([each])
    const [authorizer] = functions(/who may call/)
    expect(authorizer!.ReservedConcurrentExecutions).toBe(authorizerConcurrency)
  })

  test('reserve nothing for an account with a small quota', () => {
    const small = synthesise({ concurrencyPerOperation: 0 }).api
    for (const { Properties } of Object.values(small.findResources('AWS::Lambda::Function'))) {
      expect(Properties.ReservedConcurrentExecutions).toBeUndefined()
    }
  })

  test('pass the rate limit of keys only to the authorizer', () => {
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
