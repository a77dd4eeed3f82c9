import type { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { accountsAccess } from '#platform/accounts'
import { type Synthesis, synthesise } from '../../fixtures/synthesis.ts'

let plain: Synthesis
let withConsole: Synthesis
beforeAll(() => {
  plain = synthesise()
  // With checks, a synthesis throws on every unexplained finding of the rule packs.
  withConsole = synthesise({ console: true, site: true, customerKey: true }, { checked: true })
})

// biome-ignore lint/suspicious/noExplicitAny: templates are looked into at will.
type Properties = Record<string, any>
const allOf = (type: string, template: Template = withConsole.api): [string, Properties][] =>
  Object.entries(template.findResources(type)).map(([id, { Properties }]) => [id, Properties])
const isOfConsole = (value: unknown) => JSON.stringify(value).includes('ConsoleActions')

test('a deployment has no console unless one is requested', () => {
  expect(plain.cairn.console).toBeUndefined()
  expect(plain.api.findOutputs('ConsoleUrl')).toEqual({})
  plain.api.resourceCountIs('AWS::Lambda::Url', 0)
  expect(allOf('AWS::Lambda::Function', plain.api).filter(isOfConsole)).toEqual([])
})

describe('the console of a deployment', () => {
  test('accepts only calls signed with IAM credentials, and no page of another site', () => {
    const urls = allOf('AWS::Lambda::Url').filter(isOfConsole)
    expect(urls).toHaveLength(1)
    const [, url] = urls[0]!
    expect(url.AuthType).toBe('AWS_IAM')
    expect(url.Cors).toBeUndefined()
    // Outputs for the command and for the policies of operators.
    for (const output of ['ConsoleUrl', 'ConsoleFunctionArn'])
      expect(isOfConsole(withConsole.api.findOutputs(output)), output).toBe(true)
  })

  test('is not opened by the deployment to the public, the API or the site', () => {
    expect(allOf('AWS::Lambda::Permission').filter(isOfConsole)).toEqual([])
    for (const type of ['AWS::ApiGateway::Method', 'AWS::CloudFront::Distribution']) {
      expect(allOf(type).length).toBeGreaterThan(0)
      expect(allOf(type).filter(isOfConsole)).toEqual([])
    }
    const calling = allOf('AWS::IAM::Policy').flatMap(([, { PolicyDocument }]) =>
      (PolicyDocument.Statement as Properties[]).filter(({ Action }) =>
        /lambda:/.test(String(Action)),
      ),
    )
    expect(calling.length).toBeGreaterThan(0)
    expect(calling.filter(isOfConsole)).toEqual([])
  })

  test('may read and change accounts and keys, read ledgers and list jobs, and do nothing else', () => {
    const policies = allOf('AWS::IAM::Policy').filter(([id]) => id.includes('ConsoleActions'))
    expect(policies).toHaveLength(1)
    const statements: Properties[] = policies[0]![1].PolicyDocument.Statement
    const granted = statements.flatMap(({ Action, Condition }) =>
      [Action]
        .flat()
        .map((action) => [
          action,
          [Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'] ?? []].flat().join(),
        ]),
    )
    const accounts = accountsAccess.console[0].leadingKeys.join()
    // Without actions on the customer key, which every function with tables has.
    expect(granted.filter(([action]) => !/^kms:/.test(String(action))).toSorted()).toEqual([
      ['dynamodb:BatchGetItem', accounts],
      ['dynamodb:GetItem', accounts],
      ['dynamodb:PutItem', accounts],
      // Queries of the jobs table, the accounts and the ledger.
      ['dynamodb:Query', ''],
      ['dynamodb:Query', accounts],
      ['dynamodb:Query', 'LEDGER#*'],
      ['dynamodb:UpdateItem', accounts],
      ['logs:CreateLogStream', ''],
      ['logs:PutLogEvents', ''],
      ['xray:PutTelemetryRecords', ''],
      ['xray:PutTraceSegments', ''],
    ])
    const resources = statements
      .filter(({ Action }) => /dynamodb/.test(String(Action)))
      .map(({ Resource }) => JSON.stringify(Resource))
    for (const resource of resources) expect(resource).not.toContain('*')
  })

  test('knows the tables and the name of its deployment', () => {
    const [[, properties]] = allOf('AWS::Lambda::Function').filter(
      ([, { Description }]) => Description === 'Cairn: console of the operator',
    ) as [[string, Properties]]
    expect(properties.Environment.Variables).toMatchObject({
      CAIRN_DEPLOYMENT: 'Cairn',
      CAIRN_TABLE: expect.anything(),
      CAIRN_JOBS_TABLE: expect.anything(),
    })
    expect(properties).toMatchObject({ Timeout: 60, MemorySize: 512 })
  })

  test('raises alarms when its calls fail', () => {
    const alarms = allOf('AWS::CloudWatch::Alarm', withConsole.monitoring)
    const ofConsole = alarms.filter(([, { Metrics }]) => /Console/.test(JSON.stringify(Metrics)))
    expect(ofConsole.map(([, { AlarmName }]) => AlarmName)).toEqual([
      'Cairn-service-Throttles-Critical',
      'Cairn-service-Faults-Warning',
    ])
  })
})
