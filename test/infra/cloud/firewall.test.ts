import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { overSixMebibytes } from '../../../infra/cloud/firewall.ts'
import { gatewayResponses } from '../../../lib/api/index.ts'
import { synthesise } from '../../fixtures/synthesis.ts'

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

let acl: {
  Rules: Rule[]
  CustomResponseBodies: Record<string, { Content: string }>
  DataProtectionConfig: unknown
}
beforeAll(() => {
  const { api } = synthesise({ requestsPerAddress: 1234 })
  const [found] = Object.values(api.findResources('AWS::WAFv2::WebACL'))
  acl = found!.Properties
})

const rule = (name: string) => acl.Rules.find(({ Name }) => Name === name)!

test('the size rule refuses exactly the lengths over 6 MiB', () => {
  const pattern = new RegExp(overSixMebibytes)
  const limit = 6 * 1024 * 1024
  const near = fc.integer({ min: limit - 2000, max: limit + 2000 })
  const any = fc.integer({ min: 0, max: 2 ** 40 })
  fc.assert(
    fc.property(fc.oneof(near, any, fc.nat(limit * 2)), (length) => {
      expect(pattern.test(String(length)), String(length)).toBe(length > limit)
    }),
    { numRuns: 20_000 },
  )
  for (let length = limit - 1000; length <= limit + 1000; length++) {
    expect(pattern.test(String(length)), String(length)).toBe(length > limit)
  }
})

test.each([
  ['size', 'REQUEST_TOO_LARGE'],
  ['rate', 'THROTTLED'],
] as const)('the %s rule answers with the status and body of %s', (name, type) => {
  const { status, body, headers } = gatewayResponses[type]
  const { CustomResponse } = rule(name).Action!.Block
  expect(CustomResponse.ResponseCode).toBe(status)
  const content = acl.CustomResponseBodies[CustomResponse.CustomResponseBodyKey]!.Content
  expect(JSON.parse(content)).toEqual(body)
  const sent = CustomResponse.ResponseHeaders?.find(({ Name }) => Name === 'retry-after')?.Value
  expect(sent).toBe(headers['retry-after'])
})

test('the rate is the one asked for, by address', () => {
  expect(rule('rate').Statement.RateBasedStatement).toMatchObject({
    AggregateKeyType: 'IP',
    Limit: 1234,
    EvaluationWindowSec: 300,
  })
})

test('AWS’s common rules are there, and let long bodies pass', () => {
  const group = rule('common').Statement.ManagedRuleGroupStatement as {
    Name: string
    RuleActionOverrides: { Name: string; ActionToUse: object }[]
  }
  expect(group.Name).toBe('AWSManagedRulesCommonRuleSet')
  expect(group.RuleActionOverrides).toContainEqual({
    Name: 'SizeRestrictions_BODY',
    ActionToUse: { Count: {} },
  })
})

test('keys are replaced in what the firewall shows and logs', () => {
  expect(acl.DataProtectionConfig).toEqual({
    DataProtections: [
      {
        Action: 'SUBSTITUTION',
        Field: { FieldType: 'SINGLE_HEADER', FieldKeys: ['x-api-key'] },
      },
    ],
  })
})
