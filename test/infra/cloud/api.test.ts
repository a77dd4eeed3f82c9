import { Match, type Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
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

describe('who may call', () => {
  test('the authorizer is asked on every call, with or without a key', () => {
    const [authorizer, ...others] = propertiesOf('AWS::ApiGateway::Authorizer')
    expect(others).toEqual([])
    expect(authorizer).toMatchObject({ Type: 'REQUEST', AuthorizerResultTtlInSeconds: 0 })
    // A source that is named and missing would be a 401 of the gateway's own.
    expect(authorizer!.IdentitySource || '').toBe('')
  })

  test('every operation is behind it', () => {
    for (const { method, path } of operations) {
      const found = methods().find((one) => one.method === method && one.path === path)
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
    for (const { method, path } of operations) {
      const { properties } = methods().find((one) => one.method === method && one.path === path)!
      expect(calledBy(properties.Integration.Uri)).toBe(`Cairn: ${method} ${path}`)
    }
    const [authorizer] = propertiesOf('AWS::ApiGateway::Authorizer')
    expect(calledBy(authorizer!.AuthorizerUri)).toBe('Cairn: who may call')
    const health = methods().find(({ path, method }) => path === '/health' && method === 'GET')!
    expect(calledBy(health.properties.Integration.Uri)).toBe('Cairn: GET /health')
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
      'gatewayresponse.header.x-request-id': 'context.requestId',
      ...(status === 429 || status === 503 ? { 'gatewayresponse.header.retry-after': "'1'" } : {}),
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
    for (const path of new Set(operations.map(({ path }) => path))) {
      const allowed = operations.filter((one) => one.path === path).map(({ method }) => method)
      const { properties } = methods().find((one) => one.path === path && one.method === 'ANY')!
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
        'method.response.header.x-request-id': 'context.requestId',
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
        ThrottlingRateLimit: 100,
        ThrottlingBurstLimit: 200,
      }),
    ])
    const format = stage!.AccessLogSetting.Format
    expect(Object.keys(JSON.parse(format))).toContain('request_id')
    expect(format).not.toMatch(/header|input|body/i)
  })

  test('is behind the firewall', () => {
    api.hasResourceProperties('AWS::WAFv2::WebACLAssociation', {
      ResourceArn: Match.objectLike({ 'Fn::Join': Match.anyValue() }),
    })
  })
})
