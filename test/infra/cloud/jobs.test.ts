import { Match, type Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { holdHours } from '#places/jobs'
import { storageAccess } from '#platform/storage'
import { type Synthesis, synthesise } from '../../fixtures/synthesis.ts'

let assembly: Synthesis
beforeAll(() => {
  assembly = synthesise({ jobs: { reservedConcurrency: 12 } })
})

const only = (template: Template, type: string, name: RegExp) => {
  const found = Object.entries(template.findResources(type)).filter(([id]) => name.test(id))
  expect(
    found.map(([id]) => id),
    `${type} ${name}`,
  ).toHaveLength(1)
  return found[0]![1].Properties
}

describe('the jobs bucket', () => {
  test('sends events to EventBridge, keeps no versions, and deletes files after 30 days', () => {
    const bucket = only(assembly.data, 'AWS::S3::Bucket', /JobsDataFiles/)
    expect(bucket).toMatchObject({
      NotificationConfiguration: { EventBridgeConfiguration: { EventBridgeEnabled: true } },
      PublicAccessBlockConfiguration: { BlockPublicAcls: true, RestrictPublicBuckets: true },
      LifecycleConfiguration: {
        Rules: [
          { ExpirationInDays: 30, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 2 } },
          { ExpirationInDays: 10, Prefix: 'jobs/work/' },
        ],
      },
    })
    expect(bucket).not.toHaveProperty('VersioningConfiguration')
    // The CDK's own notification would add this custom resource.
    expect(assembly.data.findResources('Custom::S3BucketNotifications')).toEqual({})
  })

  test('is in the data stack, with the jobs table', () => {
    const table = only(assembly.data, 'AWS::DynamoDB::Table', /JobsDataTable/)
    expect(table).toMatchObject({
      KeySchema: [
        { AttributeName: 'accountId', KeyType: 'HASH' },
        { AttributeName: 'jobId', KeyType: 'RANGE' },
      ],
      TimeToLiveSpecification: { AttributeName: 'expiresAt', Enabled: true },
      DeletionProtectionEnabled: true,
      BillingMode: 'PAY_PER_REQUEST',
    })
  })
})

describe('an object in jobs/in/', () => {
  test('starts a run with its unchanged key, and its event goes to the queue if undelivered after a day', () => {
    const { EventPattern, Targets } = only(assembly.api, 'AWS::Events::Rule', /JobsUploaded/)
    expect(EventPattern).toMatchObject({
      source: ['aws.s3'],
      'detail-type': ['Object Created'],
      detail: { object: { key: [{ prefix: 'jobs/in/' }] } },
    })
    expect(JSON.stringify(EventPattern.detail.bucket.name)).toContain('JobsDataFiles')
    expect(Targets).toMatchObject([
      {
        // A template would produce broken JSON from a key with a quote.
        InputPath: '$.detail.object',
        RetryPolicy: { MaximumEventAgeInSeconds: 86_400, MaximumRetryAttempts: 185 },
      },
    ])
    expect(JSON.stringify(Targets[0].Arn)).toContain('JobsWorkflow')
    expect(JSON.stringify(Targets[0].DeadLetterConfig)).toContain('JobsUndelivered')
  })
})

describe('a run that did not succeed', () => {
  test('is reported to finish, and an event that finish cannot process goes to the queue', () => {
    const { EventPattern, Targets } = only(assembly.api, 'AWS::Events::Rule', /JobsFailed/)
    expect(EventPattern).toMatchObject({
      source: ['aws.states'],
      'detail-type': ['Step Functions Execution Status Change'],
      detail: { status: ['FAILED', 'TIMED_OUT', 'ABORTED'] },
    })
    expect(JSON.stringify(EventPattern.detail.stateMachineArn)).toContain('JobsWorkflow')
    expect(JSON.stringify(Targets[0].Arn)).toContain('JobsFinish')
    expect(Targets[0]).not.toHaveProperty('InputTransformer')
    expect(JSON.stringify(Targets[0].DeadLetterConfig)).toContain('JobsUndelivered')
    const invoke = only(assembly.api, 'AWS::Lambda::EventInvokeConfig', /JobsFinish/)
    expect(JSON.stringify(invoke.DestinationConfig.OnFailure)).toContain('JobsUndelivered')
  })

  test('is reported within the lifetime of a hold', () => {
    const invoke = only(assembly.api, 'AWS::Lambda::EventInvokeConfig', /JobsFinish/)
    expect(invoke.MaximumEventAgeInSeconds).toBeLessThan(holdHours * 3600)
    const { Targets } = only(assembly.api, 'AWS::Events::Rule', /JobsFailed/)
    expect(Targets[0].RetryPolicy.MaximumEventAgeInSeconds).toBeLessThan(holdHours * 3600)
  })
})

describe('the steps of jobs', () => {
  interface Statement {
    Action: string | string[]
    Resource: unknown
    Condition?: { StringLike?: Record<string, string>; [name: string]: unknown }
  }
  const list = <T>(value: T | T[]): T[] => (Array.isArray(value) ? value : [value])

  const statementsOf = (step: string): Statement[] =>
    Object.entries(assembly.api.findResources('AWS::IAM::Policy'))
      .filter(([id]) => id.startsWith(`CairnJobs${step}Role`))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)

  /** Returns the allowed actions, each with its target: a folder of the jobs bucket, `region`, `accounts` or `jobs`. */
  const allowed = (step: string) =>
    statementsOf(step)
      .flatMap(({ Action, Resource, Condition }) =>
        list(Action).flatMap((action) =>
          list(Resource).map((resource) => {
            const text = JSON.stringify([resource, Condition?.StringLike?.['s3:prefix']])
            const [, folder] = /jobs\/(in|work|out)\/\*/.exec(text) ?? []
            const target =
              folder ??
              (text.includes('datasets/demo/*') ? 'region' : undefined) ??
              (text.includes('JobsDataTable') ? 'jobs' : undefined) ??
              (text.includes('DataAccounts') ? 'accounts' : undefined)
            return target && `${action.replace(/^\w+:/, '')} ${target}`
          }),
        ),
      )
      .filter((text) => text !== undefined)
      .toSorted()

  const write = (folder: string) =>
    storageAccess.write.map((action) => `${action.replace('s3:', '')} ${folder}`)
  const settle = ['DeleteObject work', 'ListBucket work', 'GetItem accounts', 'UpdateItem accounts']
  const advance = ['GetItem jobs', 'UpdateItem jobs']
  const region = ['GetObject region', 'ListBucket region']
  const read = (folder: string) => [`GetObject ${folder}`, `ListBucket ${folder}`]
  const distinct = (names: string[]) => [...new Set(names)].toSorted()

  test.each([
    [
      'Plan',
      [
        ...advance,
        'PutItem jobs',
        ...region,
        ...read('in'),
        ...read('work'),
        ...write('work'),
        ...settle,
        // Plan deletes uploads without a job.
        'DeleteObject in',
        'BatchGetItem accounts',
      ],
    ],
    ['Work', [...advance, ...region, ...read('in'), ...read('work'), ...write('work'), ...settle]],
    ['Merge', [...advance, ...read('work'), ...write('out'), ...settle]],
    ['Finish', [...advance, ...read('in'), ...settle, 'DeleteObject out', 'Query accounts']],
  ])('include %s, which has the permissions it needs and no others', (step, actions) => {
    expect(distinct(allowed(step))).toEqual(distinct(actions))
  })

  test('cannot charge, except plan and finish', () => {
    const mayCharge = ['Plan', 'Work', 'Merge', 'Finish'].filter((step) =>
      statementsOf(step).some(({ Condition }) =>
        JSON.stringify(Condition ?? {}).includes('"moves"'),
      ),
    )
    expect(mayCharge).toEqual(['Plan', 'Finish'])
  })

  test("have Lambda's maximum time, and work has the configured concurrency", () => {
    const functionOf = (step: string) =>
      only(assembly.api, 'AWS::Lambda::Function', new RegExp(`^CairnJobs${step}Function`))
    for (const step of ['Plan', 'Work', 'Merge']) {
      expect(functionOf(step)).toMatchObject({ Timeout: 900, MemorySize: 1769 })
    }
    expect(functionOf('Work').ReservedConcurrentExecutions).toBe(12)
    const { api } = synthesise()
    const work = only(api, 'AWS::Lambda::Function', /^CairnJobsWorkFunction/)
    expect(work).not.toHaveProperty('ReservedConcurrentExecutions')
  })
})

test('the state machine logs everything but data, is traced, and may start only its own executions', () => {
  assembly.api.hasResourceProperties('AWS::StepFunctions::StateMachine', {
    StateMachineName: 'CairnJobs',
    LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
    TracingConfiguration: { Enabled: true },
  })
  const { PolicyDocument } = only(assembly.api, 'AWS::IAM::Policy', /^CairnJobsRoleDefaultPolicy/)
  const start = PolicyDocument.Statement.filter(({ Action }: { Action: string | string[] }) =>
    [Action].flat().includes('states:StartExecution'),
  )
  expect(start).toHaveLength(1)
  expect(JSON.stringify(start[0].Resource)).toContain(':stateMachine:CairnJobs"')
  assembly.api.hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Action: 'cloudwatch:PutMetricData',
          Condition: { StringEquals: { 'cloudwatch:namespace': 'Cairn' } },
        }),
      ]),
    },
  })
})
