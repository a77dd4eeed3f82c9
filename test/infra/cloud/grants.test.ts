import type { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { jobsAccess } from '#places/jobs'
import { operationsOfTools } from '../../../functions/mcp/tools/index.ts'
import { operations } from '../../../functions/operations.ts'
import { buildAccountStatements } from '../../../infra/cloud/account-statements.ts'
import type { CairnOptions } from '../../../infra/cloud/options.ts'
import { toFamilyName } from '../../../infra/cloud/shared-access.ts'
import type { Need } from '../../../lib/platform/api/operation.ts'
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

/** Returns every statement for the role of the function whose description begins with this text. */
function statementsOf(description: string): Statement[] {
  const functions = Object.values(api.findResources('AWS::Lambda::Function'))
  const begins = functions.filter(({ Properties }) =>
    Properties.Description.startsWith(description),
  )
  // One path may be the beginning of another.
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

/** Reports whether a statement allows only items under these partition keys. */
const isOn = ({ Condition }: Statement, keys: string) =>
  JSON.stringify(Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys']) ===
  JSON.stringify([keys])

/** Returns the attributes that an update of the accounts table may name. */
const attributes = (statements: Statement[]) =>
  statements.find(({ Action }) => list(Action).includes('dynamodb:UpdateItem'))?.Condition?.[
    'ForAllValues:StringEquals'
  ]?.['dynamodb:Attributes']

const isJobsTable = (resource: unknown) => JSON.stringify(resource).includes('JobsDataTable')

const isOfRegion = (need: Need) => !['weather', 'language', 'jobs'].includes(need)

/** Actions that a state machine needs to write its log. */
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

describe('permissions of a function', () => {
  test('let the authorizer read keys and accounts and count requests, and do nothing else', () => {
    const statements = statementsOf('Cairn: who may call')
    expect(actionsOf(statements, 'dynamodb')).toEqual(['dynamodb:GetItem', 'dynamodb:UpdateItem'])
    expect(leadingKeys(statements, 'dynamodb:GetItem')).toEqual(['KEY#*', 'ACCOUNT#*', 'RATE#*'])
    expect(leadingKeys(statements, 'dynamodb:UpdateItem')).toEqual(['RATE#*'])
    expect(attributes(statements)).toEqual(['pk', 'sk', 'arrivalMs', 'expiresAt'])
    expect(actionsOf(statements, 's3')).toEqual([])
  })

  test('let an operation charge accounts, and read its region when it needs the data', () => {
    for (const { method, path, needs } of operations) {
      const statements = statementsOf(`Cairn: ${method} ${path}`)
      const onRecords = statements.filter((statement) => isOn(statement, 'IDEMPOTENCY#*'))
      expect(actionsOf(onRecords, 'dynamodb')).toEqual([
        'dynamodb:DeleteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
      ])
      const others = statements.filter((statement) => !onRecords.includes(statement))
      const onAccounts = others.filter(({ Resource }) => !isJobsTable(Resource))
      expect(actionsOf(onAccounts, 'dynamodb')).toEqual([
        'dynamodb:GetItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
      ])
      expect(leadingKeys(onAccounts, 'dynamodb:UpdateItem')).toEqual(['ACCOUNT#*'])
      expect(leadingKeys(onAccounts, 'dynamodb:Query')).toEqual(['LEDGER#*'])
      // Keys, grants and limits are not among them.
      expect(attributes(onAccounts)).toEqual([
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

  test('are shared only by operations of one family with the same needs', () => {
    const roles = new Map<string, string[]>()
    for (const { Properties } of Object.values(api.findResources('AWS::Lambda::Function'))) {
      const role = Properties.Role['Fn::GetAtt'][0]
      roles.set(role, [...(roles.get(role) ?? []), Properties.Description])
    }
    const shared = [...roles.values()].filter((descriptions) => descriptions.length > 1)
    expect(shared.length).toBeGreaterThan(1)
    for (const descriptions of shared) {
      const kinds = descriptions.map((description) => {
        const found = operations.find(
          ({ method, path }) => description === `Cairn: ${method} ${path}`,
        )
        expect(found, description).toBeDefined()
        return `${toFamilyName(found!.id)}: ${found!.needs.toSorted().join()}`
      })
      expect(new Set(kinds).size, descriptions.join()).toBe(1)
    }
  })

  test('let an operation write only the log of its family', () => {
    const logs = new Map<string, Set<string>>()
    for (const { id, method, path } of operations) {
      const writes = statementsOf(`Cairn: ${method} ${path}`).filter(({ Action }) =>
        list(Action).includes('logs:PutLogEvents'),
      )
      expect(writes).toHaveLength(1)
      const family = toFamilyName(id)
      logs.set(family, (logs.get(family) ?? new Set()).add(JSON.stringify(writes[0]!.Resource)))
    }
    expect([...logs.values()].map((resources) => resources.size)).toEqual([...logs].map(() => 1))
    expect(new Set([...logs.values()].flatMap((each) => [...each])).size).toBe(logs.size)
  })

  test('let the tool server invoke the operations of its tools, and touch no account', () => {
    const statements = statementsOf('Cairn: POST /mcp')
    expect(actionsOf(statements, 'lambda')).toEqual(['lambda:InvokeFunction'])
    expect(actionsOf(statements, 'dynamodb')).toEqual([])
    const [invoke] = statements.filter(({ Action }) => Action === 'lambda:InvokeFunction')
    const invoked = list(invoke!.Resource as { 'Fn::GetAtt': string[] }[]).map(
      (resource) => api.findResources('AWS::Lambda::Function')[resource['Fn::GetAtt'][0]!]!,
    )
    const described = operations
      .filter(({ id }) => operationsOfTools.includes(id))
      .map(({ method, path }) => `Cairn: ${method} ${path}`)
    expect(invoked.map(({ Properties }) => Properties.Description).sort()).toEqual(described.sort())
    expect(described.length).toBe(operationsOfTools.length)
  })

  test('let the tool server invoke exactly the functions that it knows by name', () => {
    const [variables] = Object.values(api.findResources('AWS::Lambda::Function'))
      .filter(({ Properties }) => Properties.Description === 'Cairn: POST /mcp')
      .map(({ Properties }) => Properties.Environment.Variables)
    const parts = variables.CAIRN_FUNCTIONS['Fn::Join'][1] as (string | { Ref: string })[]
    const names = JSON.parse(
      parts.map((part) => (typeof part === 'string' ? part : part.Ref)).join(''),
    )
    const functions = api.findResources('AWS::Lambda::Function')
    expect(Object.keys(names).sort()).toEqual([...operationsOfTools].sort())
    for (const [id, name] of Object.entries<string>(names)) {
      const { method, path } = operations.find((operation) => operation.id === id)!
      expect(functions[name]!.Properties.Description).toBe(`Cairn: ${method} ${path}`)
    }
  })

  test('let the tool server invoke the aliases of warm environments', () => {
    const warm = synthesise({ warmEnvironments: 1 }).api
    const policies = Object.values(warm.findResources('AWS::IAM::Policy'))
    const [invoke] = policies
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Statement[])
      .filter(
        ({ Action, Resource }) => Action === 'lambda:InvokeFunction' && list(Resource).length > 5,
      )
    const aliases = Object.keys(warm.findResources('AWS::Lambda::Alias'))
    const engines = operations.filter(
      ({ id, needs }) => needs.includes('engine') && operationsOfTools.includes(id),
    )
    const refs = list(invoke!.Resource as { Ref?: string }[]).flatMap(({ Ref }) => Ref ?? [])
    expect(refs).toHaveLength(engines.length)
    for (const ref of refs) expect(aliases).toContain(ref)
  })

  test("let the tool server read descriptions of its region's builds, but not their data", () => {
    const statements = statementsOf('Cairn: POST /mcp')
    expect(actionsOf(statements, 's3')).toEqual(['s3:GetObject', 's3:ListBucket', 's3:ListBucket'])
    const objects = JSON.stringify(
      statements.find(({ Action }) => Action === 's3:GetObject')!.Resource,
    )
    expect(objects).toContain('/datasets/demo/current.json')
    expect(objects).toContain('/datasets/demo/*/manifest.json')
    expect(objects).not.toContain('/datasets/demo/*"')
  })

  test('let no function other than the tool server invoke a function', () => {
    const roles = Object.values(api.findResources('AWS::IAM::Policy'))
      .filter(({ Properties }) =>
        JSON.stringify(Properties.PolicyDocument).includes('lambda:InvokeFunction'),
      )
      .flatMap(({ Properties }) => list<{ Ref: string }>(Properties.Roles))
      .map(({ Ref }) => api.findResources('AWS::IAM::Role')[Ref]!.Properties)
    const ofFunctions = roles.filter(({ Description }) =>
      /^Runs the Cairn function/.test(Description),
    )
    expect(ofFunctions.map(({ Description }) => Description)).toEqual([
      'Runs the Cairn function mcp',
    ])
  })

  test('let a function list exactly the keys it reads, so that missing objects are 404', () => {
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

  test('require keys in every statement on accounts', () => {
    const statements = Object.values(api.findResources('AWS::IAM::Policy'))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement as Statement[])
      .filter(({ Action }) => list(Action).some((name) => /^dynamodb:\w+Item$/.test(name)))
      // Steps and operations access jobs of any account.
      .filter(({ Resource }) => !isJobsTable(Resource))
    expect(statements.length).toBeGreaterThanOrEqual(operations.length)
    for (const { Condition } of statements) {
      expect(Condition?.Null?.['dynamodb:LeadingKeys']).toBe('false')
    }
  })

  test('let an operation of jobs use the jobs table, put inputs and get results', () => {
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

  test('let only an operation that needs the weather write, and only below weather/', () => {
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

  test('let the ledger writer follow the stream and put ledger rows', () => {
    const statements = statementsOf('Cairn: ledger')
    expect(actionsOf(statements, 'dynamodb')).toEqual([
      'dynamodb:DescribeStream',
      'dynamodb:GetRecords',
      'dynamodb:GetShardIterator',
      'dynamodb:ListStreams',
      'dynamodb:PutItem',
    ])
    expect(leadingKeys(statements, 'dynamodb:PutItem')).toEqual(['LEDGER#*'])
    // Lambda stores abandoned records with the writer's role.
    const puts = statements.filter(({ Action }) => list(Action).includes('s3:PutObject'))
    expect(puts.map(({ Resource }) => JSON.stringify(Resource))).toEqual([
      expect.stringMatching(/UnwrittenRows.*"\/aws\/lambda\/\*"\]\]}$/),
    ])
    expect(actionsOf(statements, 's3')).toEqual(['s3:ListBucket', 's3:PutObject'])
  })

  test('let the health page only read', () => {
    const statements = statementsOf('Cairn: GET /health/deep')
    expect(actionsOf(statements, 'dynamodb')).toEqual(['dynamodb:GetItem'])
    expect(leadingKeys(statements, 'dynamodb:GetItem')).toEqual(['ACCOUNT#*'])
  })

  test('never allow all actions, and cover all resources only for actions without resources', () => {
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

  test('let only the API invoke a function, and one rule the last step of jobs', () => {
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
  const statementJson = (access: Parameters<typeof buildAccountStatements>[1]) =>
    buildAccountStatements('arn:table', access).map((statement) => statement.toStatementJson())
  const read = { actions: ['dynamodb:GetItem'], leadingKeys: ['KEY#*'] }

  test('limit the attributes, and refuse a request that names none', () => {
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

  test('stay in a secret when they have a key, which only predictions read, and out of the template', () => {
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

describe('the language model', () => {
  const needing = operations.filter(({ needs }) => needs.includes('language'))
  const foundation = (id: string, region = 'eu-north-1') =>
    expect.stringContaining(`:bedrock:${region}::foundation-model/${id}`)

  /** Returns the statements of a service by operation. */
  function grantsOf(service: string): Map<string, Statement[]> {
    const grants = operations.map(({ id, method, path }): [string, Statement[]] => [
      id,
      statementsOf(`Cairn: ${method} ${path}`).filter(({ Action }) =>
        list(Action).some((action) => action.startsWith(`${service}:`)),
      ),
    ])
    return new Map(grants.filter(([, statements]) => statements.length > 0))
  }
  const variablesOf = ({ method, path }: (typeof operations)[number]) =>
    Object.values(api.findResources('AWS::Lambda::Function')).find(
      ({ Properties }) => Properties.Description === `Cairn: ${method} ${path}`,
    )!.Properties.Environment.Variables
  const resourcesOf = (statements: Statement[]) =>
    statements.flatMap(({ Resource }) => list(Resource).map((resource) => JSON.stringify(resource)))

  /** Runs a check on a deployment with a model. */
  function deployed(model: CairnOptions['model'], check: () => void): void {
    api = synthesise({ model }).api
    check()
    api = assembly.api
  }

  test('reaches no function when it is not configured', () => {
    expect(needing.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['routing/route', 'routing/optimize', 'routing/find-and-route']),
    )
    expect([grantsOf('bedrock').size, grantsOf('secretsmanager').size]).toEqual([0, 0])
    for (const operation of operations) {
      expect(Object.keys(variablesOf(operation)).filter((name) => /MODEL/.test(name))).toEqual([])
    }
  })

  test('can be invoked by the operations that need it when it is on Bedrock, and no other model can', () => {
    deployed({ name: 'bedrock:a.model-v1:0', region: 'eu-north-1' }, () => {
      const grants = grantsOf('bedrock')
      expect([...grants.keys()].sort()).toEqual(needing.map(({ id }) => id).sort())
      for (const statements of grants.values()) {
        expect(statements).toMatchObject([{ Action: 'bedrock:InvokeModel' }])
        expect(resourcesOf(statements)).toEqual([foundation('a.model-v1:0')])
      }
      expect(variablesOf(needing[0]!)).toMatchObject({
        CAIRN_MODEL: 'bedrock:a.model-v1:0',
        CAIRN_MODEL_REGION: 'eu-north-1',
      })
    })
  })

  test('can be invoked in other regions only through its inference profile', () => {
    deployed({ name: 'bedrock:eu.a.model-v1:0', region: 'eu-north-1' }, () => {
      const [profile, model, ...more] = [...grantsOf('bedrock').values()][0]!
      expect(more).toEqual([])
      const arn = expect.stringMatching(
        /:bedrock:eu-north-1:.*:inference-profile\/eu\.a\.model-v1:0/,
      )
      expect(resourcesOf([profile!])).toEqual([arn])
      expect(resourcesOf([model!])).toEqual([foundation('a.model-v1:0', '*')])
      const condition = model!.Condition!.StringEquals!['bedrock:InferenceProfileArn']
      expect(JSON.stringify(condition)).toEqual(arn)
    })
  })

  test('is only the model with the ARN when it is named by ARN', () => {
    const arn = 'arn:aws:bedrock:eu-north-1:123456789012:provisioned-model/abc'
    deployed({ name: `bedrock:${arn}` }, () => {
      expect(resourcesOf([...grantsOf('bedrock').values()][0]!)).toEqual([JSON.stringify(arn)])
    })
    const profile = 'arn:aws:bedrock:eu-north-1:123456789012:application-inference-profile/abc'
    deployed({ name: `bedrock:${profile}` }, () => {
      const [, models] = [...grantsOf('bedrock').values()][0]!
      expect(resourcesOf([models!])).toEqual([foundation('*', '*')])
      expect(models!.Condition!.StringEquals).toEqual({ 'bedrock:InferenceProfileArn': profile })
    })
  })

  test('has its key in a secret that only operations with this need read when it is at another service', () => {
    deployed(
      { name: 'openai:a-model', url: 'https://llm.example', keySecret: 'cairn/model' },
      () => {
        const grants = grantsOf('secretsmanager')
        expect([...grants.keys()].sort()).toEqual(needing.map(({ id }) => id).sort())
        for (const statements of grants.values()) {
          expect(statements).toMatchObject([{ Action: 'secretsmanager:GetSecretValue' }])
          expect(resourcesOf(statements)).toEqual([
            expect.stringContaining(':secret:cairn/model-??????'),
          ])
        }
        expect(grantsOf('bedrock').size).toBe(0)
        expect(variablesOf(needing[0]!)).toMatchObject({
          CAIRN_MODEL: 'openai:a-model',
          CAIRN_MODEL_URL: 'https://llm.example',
          CAIRN_MODEL_SECRET: 'cairn/model',
        })
      },
    )
  })
})
