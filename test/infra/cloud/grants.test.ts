import type { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../functions/operations.ts'
import { accountStatements } from '../../../infra/cloud/account-statements.ts'
import type { Need } from '../../../lib/api/operation.ts'
import { jobsAccess } from '../../../lib/jobs/index.ts'
import { type Synthesis, synthesise } from '../../fixtures/synthesis.ts'

interface Statement {
  Effect: string
  Action: string | string[]
  Resource: unknown
  Condition?: Record<string, Record<string, string | string[]>>
}

let assembly: Synthesis
let api: Template
beforeAll(() => {
  assembly = synthesise()
  api = assembly.api
})

const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

/** Every statement of the roles of the functions whose description begins so. */
function statementsOf(description: string): Statement[] {
  const functions = Object.values(api.findResources('AWS::Lambda::Function'))
  const begins = functions.filter(({ Properties }) =>
    Properties.Description.startsWith(description),
  )
  // A path may be the beginning of another.
  const same = begins.filter(({ Properties }) => Properties.Description === description)
  const found = same.length > 0 ? same : begins
  expect(found.length, description).toBe(1)
  const role = found[0]!.Properties.Role['Fn::GetAtt'][0]
  return Object.values(api.findResources('AWS::IAM::Policy'))
    .filter(({ Properties }) => list(Properties.Roles).some(({ Ref }) => Ref === role))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
}

const actionsOf = (statements: Statement[], service: string) =>
  statements
    .flatMap(({ Action }) => list(Action))
    .filter((action) => action.startsWith(`${service}:`))
    .sort()

const leadingKeys = (statements: Statement[], action: string) =>
  statements.find(({ Action }) => list(Action).includes(action))?.Condition?.[
    'ForAllValues:StringLike'
  ]?.['dynamodb:LeadingKeys']

/** What an update of the accounts table may name. */
const attributes = (statements: Statement[]) =>
  statements.find(({ Action }) => list(Action).includes('dynamodb:UpdateItem'))?.Condition?.[
    'ForAllValues:StringEquals'
  ]?.['dynamodb:Attributes']

const isJobsTable = (resource: unknown) => JSON.stringify(resource).includes('JobsDataTable')

const isOfRegion = (need: Need) => !['weather', 'language', 'jobs'].includes(need)

/** What a state machine needs to write its log. */
const logDelivery = [
  'logs:CreateLogDelivery',
  'logs:DeleteLogDelivery',
  'logs:DescribeLogGroups',
  'logs:DescribeResourcePolicies',
  'logs:GetLogDelivery',
  'logs:ListLogDeliveries',
  'logs:PutResourcePolicy',
  'logs:UpdateLogDelivery',
  'xray:GetSamplingRules',
  'xray:GetSamplingTargets',
]

describe('what a function may do', () => {
  test('the authorizer reads keys and accounts, counts requests, and does nothing else', () => {
    const statements = statementsOf('Cairn: who may call')
    expect(actionsOf(statements, 'dynamodb')).toEqual(['dynamodb:GetItem', 'dynamodb:UpdateItem'])
    expect(leadingKeys(statements, 'dynamodb:GetItem')).toEqual(['KEY#*', 'ACCOUNT#*', 'RATE#*'])
    expect(leadingKeys(statements, 'dynamodb:UpdateItem')).toEqual(['RATE#*'])
    expect(attributes(statements)).toEqual(['pk', 'sk', 'arrivalMs', 'expiresAt'])
    expect(actionsOf(statements, 's3')).toEqual([])
  })

  test('an operation charges accounts, and reads the region it serves when it needs it', () => {
    for (const { method, path, needs } of operations) {
      const statements = statementsOf(`Cairn: ${method} ${path}`)
      const onAccounts = statements.filter(({ Resource }) => !isJobsTable(Resource))
      expect(actionsOf(onAccounts, 'dynamodb')).toEqual([
        'dynamodb:GetItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
      ])
      expect(leadingKeys(statements, 'dynamodb:UpdateItem')).toEqual(['ACCOUNT#*'])
      expect(leadingKeys(statements, 'dynamodb:Query')).toEqual(['LEDGER#*'])
      // Not keys, grants or limit.
      expect(attributes(statements)).toEqual([
        'pk',
        'sk',
        'balance',
        'version',
        'moves',
        'last',
        'recent',
        'voided',
        'held',
        'holds',
        'closed',
      ])
      const reads = needs.some(isOfRegion)
      const weather = needs.includes('weather')
        ? ['s3:GetObject', 's3:ListBucket', 's3:PutObject']
        : []
      const region = reads ? ['s3:GetObject', 's3:ListBucket'] : []
      const jobs = needs.includes('jobs') ? ['s3:GetObject', 's3:ListBucket', 's3:PutObject'] : []
      expect(actionsOf(statements, 's3')).toEqual([...region, ...weather, ...jobs].sort())
      const objects = statements.find(({ Action }) => Action === 's3:GetObject')
      if (reads) expect(JSON.stringify(objects!.Resource)).toContain('/datasets/demo/*')
    }
  })

  test('a function may list exactly the keys it reads, so that missing objects are 404', () => {
    for (const { method, path, needs } of operations) {
      const statements = statementsOf(`Cairn: ${method} ${path}`)
      const listings = statements.filter(({ Action }) => list(Action).includes('s3:ListBucket'))
      const prefixes = listings.map(({ Condition }) => Condition?.StringLike?.['s3:prefix'])
      const readsRegion = needs.some(isOfRegion)
      expect(prefixes.flat().sort()).toEqual([
        ...(readsRegion ? ['datasets/demo/*'] : []),
        ...(needs.includes('jobs') ? ['jobs/out/*'] : []),
        ...(needs.includes('weather') ? ['weather/*'] : []),
      ])
    }
  })

  test('every statement on accounts wants its keys named', () => {
    const statements = Object.values(api.findResources('AWS::IAM::Policy'))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Statement[])
      .filter(({ Action }) => list(Action).some((name) => /^dynamodb:\w+Item$/.test(name)))
      // Steps and operations work for any account.
      .filter(({ Resource }) => !isJobsTable(Resource))
    expect(statements.length).toBeGreaterThanOrEqual(operations.length)
    for (const { Condition } of statements) {
      expect(Condition?.Null?.['dynamodb:LeadingKeys']).toBe('false')
    }
  })

  test('an operation of jobs uses the jobs table, puts inputs and gets results', () => {
    const ofJobs = operations.filter(({ needs }) => needs.includes('jobs'))
    expect(ofJobs.length).toBeGreaterThan(0)
    for (const { method, path } of ofJobs) {
      const statements = statementsOf(`Cairn: ${method} ${path}`)
      const onJobs = statements.filter(({ Resource }) => isJobsTable(Resource))
      expect(actionsOf(onJobs, 'dynamodb')).toEqual([...jobsAccess.operate].sort())
      const objects = statements
        .filter(({ Action }) => /s3:(Put|Get)Object/.test(list(Action).join()))
        .map(({ Action, Resource }) => [
          Action,
          /"(\/jobs\/.*?)"/.exec(JSON.stringify(Resource))?.[1],
        ])
      expect(objects.toSorted()).toEqual([
        ['s3:GetObject', '/jobs/out/*'],
        ['s3:PutObject', '/jobs/in/*'],
      ])
    }
  })

  test('an operation that needs the weather writes below weather/ and nowhere else', () => {
    const writing = operations.filter(({ needs }) => needs.includes('weather'))
    expect(writing.map(({ id }) => id)).toEqual(['predict'])
    for (const { method, path, needs } of operations) {
      const writes = statementsOf(`Cairn: ${method} ${path}`).filter(({ Action }) =>
        list(Action).some((action) => action.startsWith('s3:') && !/Get|List/.test(action)),
      )
      const resources = writes.map(({ Resource }) => JSON.stringify(Resource))
      if (needs.includes('jobs')) continue
      if (path !== '/v1/predict') expect(resources).toEqual([])
      else expect(resources).toEqual([expect.stringMatching(/"\/weather\/\*"\]\]}$/)])
    }
  })

  test('the ledger writer follows the stream and puts ledger rows', () => {
    const statements = statementsOf('Cairn: ledger')
    expect(actionsOf(statements, 'dynamodb')).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
      'dynamodb:PutItem',
    ])
    expect(leadingKeys(statements, 'dynamodb:PutItem')).toEqual(['LEDGER#*'])
    // Where Lambda keeps what it gives up, with the writer's role.
    const puts = statements.filter(({ Action }) => list(Action).includes('s3:PutObject'))
    expect(puts.map(({ Resource }) => JSON.stringify(Resource))).toEqual([
      expect.stringMatching(/UnwrittenRows.*"\/aws\/lambda\/\*"\]\]}$/),
    ])
    expect(actionsOf(statements, 's3')).toEqual(['s3:ListBucket', 's3:PutObject'])
  })

  test('the health page reads', () => {
    const statements = statementsOf('Cairn: GET /health/deep')
    expect(actionsOf(statements, 'dynamodb')).toEqual(['dynamodb:GetItem'])
    expect(leadingKeys(statements, 'dynamodb:GetItem')).toEqual(['ACCOUNT#*'])
  })

  test('no statement allows all actions, and only actions without resources apply to all', () => {
    for (const template of [assembly.data, api, assembly.monitoring]) {
      const policies = Object.values(template.findResources('AWS::IAM::Policy'))
      for (const { Properties } of policies) {
        for (const { Action, Resource } of Properties.PolicyDocument.Statement as Statement[]) {
          expect(list(Action).filter((action) => action.includes('*'))).toEqual([])
          if (!list(Resource).includes('*')) continue
          expect([
            'xray:PutTelemetryRecords',
            'xray:PutTraceSegments',
            'dynamodb:ListStreams',
            ...logDelivery,
            'cloudwatch:PutMetricData',
          ]).toEqual(expect.arrayContaining(list(Action)))
        }
      }
    }
  })

  test('only the API may invoke a function, and one rule the last step of jobs', () => {
    const permissions = Object.values(api.findResources('AWS::Lambda::Permission'))
    const [ofRule, ...others] = permissions.sort(({ Properties }) =>
      Properties.Principal === 'events.amazonaws.com' ? -1 : 1,
    )
    expect(JSON.stringify(ofRule!.Properties)).toMatch(/JobsFinishFunction.*JobsFailed/)
    for (const { Properties } of others) {
      expect(Properties.Principal).toBe('apigateway.amazonaws.com')
      expect(JSON.stringify(Properties.SourceArn)).toContain('execute-api')
    }
  })
})

describe('the statements of a role on the accounts table', () => {
  const statementJson = (access: Parameters<typeof accountStatements>[1]) =>
    accountStatements('arn:table', access).map((statement) => statement.toStatementJson())
  const read = { actions: ['dynamodb:GetItem'], leadingKeys: ['KEY#*'] }

  test('bound attributes, and a request that names none passes none of them', () => {
    const attributes = ['pk', 'sk', 'balance']
    expect(statementJson([{ ...read, attributes }])).toEqual([
      {
        Effect: 'Allow',
        Action: 'dynamodb:GetItem',
        Resource: 'arn:table',
        Condition: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': ['KEY#*'] },
          'ForAllValues:StringEquals': { 'dynamodb:Attributes': attributes },
          Null: { 'dynamodb:LeadingKeys': 'false', 'dynamodb:Attributes': 'false' },
        },
      },
    ])
  })
})

describe('the addresses of the weather service', () => {
  const predict = 'Cairn: POST /v1/predict'
  const variablesOf = (template: Template) =>
    Object.values(template.findResources('AWS::Lambda::Function')).find(
      ({ Properties }) => Properties.Description === predict,
    )!.Properties.Environment.Variables

  test('with a key are a secret that only predictions read, and no text of the template', () => {
    api = synthesise({ weatherSecret: 'cairn/weather' }).api
    expect(variablesOf(api)).toMatchObject({ CAIRN_WEATHER_SECRET: 'cairn/weather' })
    expect(variablesOf(api)).not.toHaveProperty('CAIRN_WEATHER')
    for (const { method, path } of operations) {
      const description = `Cairn: ${method} ${path}`
      const secrets = statementsOf(description).filter(({ Action }) =>
        list(Action).some((action) => action.startsWith('secretsmanager:')),
      )
      if (description !== predict) expect(secrets).toEqual([])
      else {
        expect(secrets).toMatchObject([{ Action: 'secretsmanager:GetSecretValue' }])
        expect(JSON.stringify(secrets[0]!.Resource)).toContain(':secret:cairn/weather-??????')
      }
    }
    api = assembly.api
  })
})
