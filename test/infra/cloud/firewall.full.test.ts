import type { Template } from 'aws-cdk-lib/assertions'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { isWellFormed, makeKey } from '#platform/accounts'
import { gatewayResponses, maxQueryBytes, queryTooLargeMessage } from '#platform/api'
import { toolServer } from '../../../functions/mcp/route.ts'
import { operations } from '../../../functions/operations.ts'
import { overSixMebibytes } from '../../../infra/cloud/firewall-rules.ts'
import { resolveSettings } from '../../../infra/cloud/settings.ts'
import { synthesise } from '../../fixtures/synthesis.ts'
import { runs } from '../../setup/suite.ts'

interface Rule {
  Name: string
  Statement: Record<string, Record<string, unknown>>
  Action?: {
    Block: {
      CustomResponse: {
        ResponseCode: number
        CustomResponseBodyKey: string
        ResponseHeaders?: { Name: string; Value: string }[]
      }
    }
  }
}

let api: Template
let acl: {
  Rules: Rule[]
  CustomResponseBodies: Record<string, { Content: string }>
  DataProtectionConfig: unknown
}
beforeAll(() => {
  api = synthesise({ requestsPerAddress: 1234 }).api
  const [found] = Object.values(api.findResources('AWS::WAFv2::WebACL'))
  acl = found!.Properties
})

const rule = (name: string) => acl.Rules.find(({ Name }) => Name === name)!

/** The fields of a request that the rules read. */
interface Asked {
  method: string
  path: string
  key?: string
  authorization?: string
}
/** Reports whether the rule blocks a request, by combining the parts of its statement as WAF does. */
function blocks(request: Asked, name = 'key'): boolean {
  // biome-ignore lint/suspicious/noExplicitAny: templates are looked into at will.
  const matches = (statement: Record<string, any>): boolean => {
    const { AndStatement, OrStatement, NotStatement } = statement
    if (AndStatement) return AndStatement.Statements.every(matches)
    if (OrStatement) return OrStatement.Statements.some(matches)
    if (NotStatement) return !matches(NotStatement.Statement)
    const match = statement.RegexMatchStatement ?? statement.ByteMatchStatement
    const field = match.FieldToMatch
    const text = field.Method
      ? request.method
      : field.UriPath
        ? request.path
        : field.SingleHeader.Name === 'x-api-key'
          ? request.key
          : request.authorization
    // A missing field matches nothing.
    if (text === undefined) return false
    if (statement.ByteMatchStatement) return text === match.SearchString
    return new RegExp(match.RegexString).test(text)
  }
  return matches(rule(name).Statement)
}

test('the size rule refuses exactly the lengths over 6 MiB', () => {
  const pattern = new RegExp(overSixMebibytes)
  const limit = 6 * 1024 * 1024
  const near = fc.integer({ min: limit - 2000, max: limit + 2000 })
  const any = fc.integer({ min: 0, max: 2 ** 40 })
  fc.assert(
    fc.property(fc.oneof(near, any, fc.nat(limit * 2)), (length) => {
      expect(pattern.test(String(length)), String(length)).toBe(length > limit)
    }),
    { numRuns: runs(20_000) },
  )
  for (let length = limit - 1000; length <= limit + 1000; length++) {
    expect(pattern.test(String(length)), String(length)).toBe(length > limit)
  }
})

test.each([
  ['size', 'REQUEST_TOO_LARGE'],
  ['rate', 'THROTTLED'],
  ['key', 'UNAUTHORIZED'],
  ['tool-key', 'UNAUTHORIZED'],
  ['only-post', 'METHOD_NOT_ALLOWED'],
] as const)('the %s rule answers with the status and body of %s', (name, type) => {
  const { status, body, headers } = gatewayResponses[type]
  const { CustomResponse } = rule(name).Action!.Block
  expect(CustomResponse.ResponseCode).toBe(status)
  const content = acl.CustomResponseBodies[CustomResponse.CustomResponseBodyKey]!.Content
  expect(JSON.parse(content)).toEqual(body)
  const sent = CustomResponse.ResponseHeaders?.find(({ Name }) => Name === 'retry-after')?.Value
  expect(sent).toBe(headers['retry-after'])
})

test('the query-size rule answers 413 and names the query string', () => {
  const { CustomResponse } = rule('query-size').Action!.Block
  expect(CustomResponse.ResponseCode).toBe(413)
  const { Content } = acl.CustomResponseBodies[CustomResponse.CustomResponseBodyKey]!
  const { body } = gatewayResponses.REQUEST_TOO_LARGE
  expect(JSON.parse(Content)).toEqual({ ...body, message: queryTooLargeMessage })
  expect(queryTooLargeMessage).toContain(maxQueryBytes.toLocaleString('en-US'))
})

test('the rate limit has the configured value and counts by address', () => {
  expect(rule('rate').Statement.RateBasedStatement).toMatchObject({
    AggregateKeyType: 'IP',
    Limit: 1234,
    EvaluationWindowSec: 300,
  })
})

test('an address may send more requests than one key, and unknown keys from 49 addresses leave room for others', () => {
  const { requestsPerAddress, requestsPerKey } = resolveSettings({ region: 'demo' })
  const perSecond = requestsPerAddress / 300
  expect(perSecond).toBeGreaterThan(requestsPerKey.perSecond)
  const [stage] = Object.values(api.findResources('AWS::ApiGateway::Stage'))
  expect(49 * perSecond).toBeLessThan(stage!.Properties.MethodSettings[0].ThrottlingRateLimit)
  // The authorizer checks unknown keys: Lambda limits an environment to ten calls a second.
  const [authorizer] = Object.values(api.findResources('AWS::Lambda::Function')).filter(
    ({ Properties }) => Properties.Description === 'Cairn: who may call',
  )
  expect(49 * perSecond).toBeLessThan(10 * authorizer!.Properties.ReservedConcurrentExecutions)
})

test('our own rule limits query strings, instead of AWS’s limit of 2 KB', () => {
  expect(rule('query-size').Statement.SizeConstraintStatement).toMatchObject({
    FieldToMatch: { QueryString: {} },
    ComparisonOperator: 'GT',
    Size: maxQueryBytes,
  })
  expect(counted()).toContain('SizeRestrictions_QUERYSTRING')
})

describe('a call with a method that its path lacks', () => {
  const routes = [
    ...operations,
    toolServer,
    { method: 'GET', path: '/health' },
    { method: 'GET', path: '/health/deep' },
  ]
  const allowedOf = (path: string): string[] =>
    routes.filter((entry) => entry.path === path).map(({ method }) => method)
  const rules = () => acl.Rules.filter(({ Name }) => Name.startsWith('only-'))

  test.each(['/live', ''])(
    'is refused with 405 behind "%s", and the answer names the allowed methods',
    (stage) => {
      for (const { path } of routes) {
        const allowed = allowedOf(path)
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'post']) {
          const blocking = rules().filter(({ Name }) =>
            blocks({ method, path: stage + path }, Name),
          )
          const isAllowed = allowed.includes(method)
          expect(blocking, `${method} ${path}`).toHaveLength(isAllowed ? 0 : 1)
          if (isAllowed) continue
          const { CustomResponse } = blocking[0]!.Action!.Block
          expect(CustomResponse.ResponseCode).toBe(405)
          expect(CustomResponse.ResponseHeaders).toEqual([
            { Name: 'allow', Value: allowed.toSorted().join(', ') },
          ])
        }
      }
    },
  )

  test('is left to the gateway, for its 404, on other paths', () => {
    for (const { path } of routes) {
      for (const other of [`${path}/more/still`, `/other${path}`, `/live/live${path}`, '/v1', '/'])
        for (const { Name } of rules()) {
          expect(blocks({ method: 'PUT', path: other }, Name), other).toBe(false)
        }
    }
  })
})

describe('a call without a well-formed key', () => {
  const anyKey = fc.oneof(
    fc.constant(makeKey()),
    fc.string(),
    fc.constantFrom('sk_live_', `${makeKey()}x`, ` ${makeKey()}`, makeKey().toUpperCase(), ''),
    fc.stringMatching(/^sk_live_[0-9A-Za-z]{39,41}$/),
  )

  test.each(['/live', ''])('is blocked on every operation behind "%s"', (stage) => {
    fc.assert(
      fc.property(fc.constantFrom(...operations), anyKey, ({ method, path }, key) => {
        const request = { method, path: stage + path }
        expect(blocks(request)).toBe(true)
        expect(blocks({ ...request, key })).toBe(!isWellFormed(key))
      }),
      { numRuns: runs(5000) },
    )
  })

  test('is left to the gateway where the answer is 404 or 405, and where no key is needed', () => {
    for (const { method, path } of operations) {
      const taken = operations.filter((entry) => entry.path === path).map((entry) => entry.method)
      for (const other of ['GET', 'POST', 'DELETE', 'PUT'] as const) {
        if (!taken.some((each) => each === other)) {
          expect(blocks({ method: other, path })).toBe(false)
        }
      }
      expect(blocks({ method, path: `${path}/more/still` })).toBe(false)
      expect(blocks({ method, path: `/other${path}` })).toBe(false)
    }
    expect(blocks({ method: 'GET', path: '/live/health' })).toBe(false)
    expect(blocks({ method: 'GET', path: '/live/health/deep' })).toBe(false)
    expect(blocks({ method: 'GET', path: '/v1/routing' })).toBe(false)
  })

  test.each(['/live', ''])(
    'is blocked on the tool server behind "%s", in either header',
    (stage) => {
      const request = { method: 'POST', path: `${stage}/mcp` }
      const isBlocked = (headers: Partial<Asked>) => blocks({ ...request, ...headers }, 'tool-key')
      fc.assert(
        fc.property(anyKey, (key) => {
          expect(isBlocked({ key })).toBe(!isWellFormed(key))
          expect(isBlocked({ authorization: `Bearer ${key}` })).toBe(!isWellFormed(key.trimStart()))
          expect(isBlocked({ authorization: key })).toBe(true)
        }),
        { numRuns: runs(5000) },
      )
      expect(isBlocked({})).toBe(true)
      expect(isBlocked({ authorization: `bearer ${makeKey()}` })).toBe(false)
      expect(blocks({ method: 'GET', path: '/mcp' }, 'tool-key')).toBe(false)
      expect(blocks({ method: 'POST', path: '/mcp/more' }, 'tool-key')).toBe(false)
    },
  )

  test('is blocked on an operation when its key is a Bearer token', () => {
    const { method, path } = operations[0]!
    expect(blocks({ method, path, authorization: `Bearer ${makeKey()}` })).toBe(true)
  })

  test("is matched by expressions within WAF's limit of length", () => {
    const text = JSON.stringify(acl.Rules)
    const expressions = [...text.matchAll(/"RegexString":"((?:[^"\\]|\\.)*)"/g)]
    expect(expressions.length).toBeGreaterThan(3)
    for (const [, expression] of expressions) expect(expression!.length).toBeLessThanOrEqual(512)
  })
})

/** Returns the rules of AWS's common set that only count. */
const counted = () => {
  const group = rule('common').Statement.ManagedRuleGroupStatement as {
    RuleActionOverrides: { Name: string; ActionToUse: object }[]
  }
  for (const { ActionToUse } of group.RuleActionOverrides)
    expect(ActionToUse).toEqual({ Count: {} })
  return group.RuleActionOverrides.map(({ Name }) => Name)
}

test('the firewall uses AWS’s lists: bad addresses first, known attacks and the common set last', () => {
  const groups = acl.Rules.map(({ Statement }) => Statement.ManagedRuleGroupStatement?.Name)
  expect(groups.filter(Boolean)).toEqual([
    'AWSManagedRulesAmazonIpReputationList',
    'AWSManagedRulesKnownBadInputsRuleSet',
    'AWSManagedRulesCommonRuleSet',
  ])
  expect(acl.Rules.map(({ Name }) => Name)).toEqual([
    'reputation',
    'size',
    'query-size',
    'rate',
    'only-post',
    'only-get',
    'only-get-post',
    'only-delete-get',
    'key',
    'tool-key',
    'bad-inputs',
    'common',
  ])
})

test('AWS’s common rules let long bodies and free texts pass', () => {
  expect(counted()).toEqual(
    expect.arrayContaining([
      'SizeRestrictions_BODY',
      'GenericLFI_QUERYARGUMENTS',
      'GenericRFI_QUERYARGUMENTS',
      'CrossSiteScripting_QUERYARGUMENTS',
      'RestrictedExtensions_QUERYARGUMENTS',
    ]),
  )
  expect(counted()).not.toContain('SizeRestrictions_URIPATH')
  const longest = Math.max(...operations.map(({ path }) => `/live${path}`.length))
  expect(longest).toBeLessThan(1024)
})

test('the firewall replaces keys in its samples and logs', () => {
  expect(acl.DataProtectionConfig).toEqual({
    DataProtections: [
      {
        Action: 'SUBSTITUTION',
        Field: { FieldType: 'SINGLE_HEADER', FieldKeys: ['x-api-key', 'authorization'] },
      },
    ],
  })
})

test('the firewall logs blocked requests without keys and query strings', () => {
  const [logging] = Object.values(api.findResources('AWS::WAFv2::LoggingConfiguration'))
  expect(logging!.Properties).toMatchObject({
    RedactedFields: [
      { SingleHeader: { Name: 'x-api-key' } },
      { SingleHeader: { Name: 'authorization' } },
      { QueryString: {} },
    ],
    LoggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [{ Behavior: 'KEEP', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
    },
  })
  const destination = JSON.stringify(logging!.Properties.LogDestinationConfigs)
  expect(destination).toContain(':log-group:aws-waf-logs-Cairn"')
  api.hasResourceProperties('AWS::Logs::LogGroup', { LogGroupName: 'aws-waf-logs-Cairn' })
})
