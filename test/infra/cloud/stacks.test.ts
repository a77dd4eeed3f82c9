import { readFileSync } from 'node:fs'
import { App, Stack } from 'aws-cdk-lib'
import { Match, Template } from 'aws-cdk-lib/assertions'
import { CfnFunction } from 'aws-cdk-lib/aws-lambda'
import { Bucket } from 'aws-cdk-lib/aws-s3'
import { beforeAll, describe, expect, test } from 'vitest'
import { operations } from '../../../functions/operations.ts'
import { engineVariables } from '../../../functions/process-options.ts'
import { Cairn } from '../../../infra/cloud/cairn.ts'
import { CairnPipeline } from '../../../infra/cloud/pipeline.ts'
import { authorizerConcurrency, resolveSettings } from '../../../infra/cloud/settings.ts'
import { toFamilyName } from '../../../infra/cloud/shared-access.ts'
import { addRuleChecks, addTemplateChecks } from '../../../infra/cloud/stacks.ts'
import { newApp, plainFunctions, type Synthesis, synthesise } from '../../fixtures/synthesis.ts'

const ownKey = 'arn:aws:kms:eu-central-1:111111111111:key/0d1e2f3a-0d1e-2f3a-4b5c-0d1e2f3a4b5c'
const domain = {
  name: 'api.example.org',
  certificateArn: 'arn:aws:acm:eu-central-1:111111111111:certificate/x',
}

let assembly: Synthesis
/** A synthesis with options that do not affect each other, because a synthesis takes seconds. */
let withOptions: Synthesis
beforeAll(() => {
  withOptions = synthesise({
    keepData: false,
    warmEnvironments: 2,
    alarms: { monthlyBudgetUsd: 250 },
    customerKey: ownKey,
    domain: { ...domain, hostedZone: { id: 'Z1', name: 'example.org' } },
  })
  assembly = synthesise({ alarms: { email: 'ops@example.org' } }, { checked: true })
})

describe('the data stack', () => {
  test('keeps accounts on demand, encrypted, with point-in-time recovery and a stream for the ledger', () => {
    assembly.data.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Retain',
      UpdateReplacePolicy: 'Retain',
      Properties: {
        BillingMode: 'PAY_PER_REQUEST',
        DeletionProtectionEnabled: true,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
        SSESpecification: { SSEEnabled: true },
        StreamSpecification: { StreamViewType: 'NEW_AND_OLD_IMAGES' },
        KeySchema: [
          { AttributeName: 'pk', KeyType: 'HASH' },
          { AttributeName: 'sk', KeyType: 'RANGE' },
        ],
      },
    })
  })

  test('keeps data sets encrypted, versioned, closed to the public and to plain HTTP, and sweeps leftovers', () => {
    assembly.data.hasResource('AWS::S3::Bucket', {
      DeletionPolicy: 'Retain',
      Properties: {
        BucketEncryption: {
          ServerSideEncryptionConfiguration: [
            { ServerSideEncryptionByDefault: { SSEAlgorithm: 'AES256' } },
          ],
        },
        VersioningConfiguration: { Status: 'Enabled' },
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
        LifecycleConfiguration: {
          Rules: [
            Match.objectLike({
              Status: 'Enabled',
              AbortIncompleteMultipartUpload: { DaysAfterInitiation: 7 },
              NoncurrentVersionExpiration: { NoncurrentDays: 30 },
            }),
            Match.objectLike({ Prefix: '.incoming/', ExpirationInDays: 7, Status: 'Enabled' }),
            Match.objectLike({ Prefix: 'datasets/.parts/', ExpirationInDays: 7 }),
            Match.objectLike({ Prefix: 'weather/', ExpirationInDays: 30, Status: 'Enabled' }),
          ],
        },
      },
    })
    assembly.data.hasResourceProperties('AWS::S3::BucketPolicy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({
            Effect: 'Deny',
            Condition: { Bool: { 'aws:SecureTransport': 'false' } },
          }),
        ]),
      },
    })
  })

  test('deletes its data with a trial deployment', () => {
    const { data } = withOptions
    data.hasResource('AWS::S3::Bucket', { DeletionPolicy: 'Delete' })
    data.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    })
  })
})

test('the outputs have the names that the pages use', () => {
  expect(assembly.data.findOutputs('TableName')).toHaveProperty('TableName')
  expect(assembly.data.findOutputs('BucketName')).toHaveProperty('BucketName')
  expect(assembly.data.findOutputs('JobsBucketName')).toHaveProperty('JobsBucketName')
  expect(assembly.api.findOutputs('JobsStateMachineArn')).toHaveProperty('JobsStateMachineArn')
  expect(assembly.api.findOutputs('Url')).toHaveProperty('Url')
})

describe('the functions', () => {
  const functions = () =>
    Object.values(assembly.api.findResources('AWS::Lambda::Function')).map(
      ({ Properties }) => Properties,
    )

  test('are one for each operation and step of jobs, and the four around them', () => {
    expect(functions()).toHaveLength(plainFunctions.length)
  })

  test('run on Node 24 on arm64, traced, and operations run no longer than the gateway waits', () => {
    for (const properties of functions()) {
      expect(properties).toMatchObject({
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        TracingConfig: { Mode: 'Active' },
      })
      const isStep = /^Cairn: jobs, /.test(properties.Description)
      expect(properties.Timeout).toBeLessThanOrEqual(isStep ? 900 : 29)
      expect(properties.LoggingConfig.LogGroup.Ref).toBeTruthy()
    }
    for (const { Properties } of Object.values(assembly.api.findResources('AWS::Logs::LogGroup'))) {
      expect(Properties.RetentionInDays).toBe(30)
    }
  })

  test('include the engine’s layer and the disk for its data only when they need the engine', () => {
    const withEngine = functions().filter(({ Layers }) => Layers)
    expect(withEngine).toHaveLength(
      plainFunctions.filter(({ needs }) => needs.includes('engine')).length,
    )
    for (const { EphemeralStorage, MemorySize, Environment } of withEngine) {
      expect(EphemeralStorage.Size).toBe(4096)
      expect(MemorySize).toBe(1769)
      expect(Environment.Variables).toMatchObject(engineVariables)
    }
    for (const properties of functions().filter(({ Layers }) => !Layers)) {
      expect(properties.EphemeralStorage).toBeUndefined()
      for (const name of Object.keys(engineVariables))
        expect(properties.Environment?.Variables).not.toHaveProperty([name])
    }
  })

  test('have a whole processor when they compute over terrain', () => {
    for (const { method, path, needs } of operations) {
      const found = functions().find(({ Description }) => Description.endsWith(`${method} ${path}`))
      const isLarge = needs.includes('engine') || needs.includes('features')
      expect(found.MemorySize, path).toBe(isLarge ? 1769 : 1024)
    }
  })

  test('are kept warm behind an alias on request', () => {
    const { api } = withOptions
    api.hasResourceProperties('AWS::Lambda::Alias', {
      ProvisionedConcurrencyConfig: { ProvisionedConcurrentExecutions: 2 },
    })
  })

  test('include the ledger, which follows only account items and keeps abandoned records whole', () => {
    assembly.api.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      StartingPosition: 'TRIM_HORIZON',
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: Match.absent(),
      MetricsConfig: { Metrics: ['EventCount'] },
      FilterCriteria: {
        Filters: [{ Pattern: JSON.stringify({ dynamodb: { Keys: { sk: { S: ['ACCOUNT'] } } } }) }],
      },
      DestinationConfig: {
        OnFailure: { Destination: { 'Fn::ImportValue': Match.stringLikeRegexp('UnwrittenRows') } },
      },
    })
    assembly.data.hasResourceProperties('AWS::S3::Bucket', {
      LifecycleConfiguration: {
        Rules: [Match.objectLike({ Id: 'a year', ExpirationInDays: 365, Status: 'Enabled' })],
      },
    })
  })

  test('include the ledger, which abandons a record before the stream silently drops it', () => {
    const [mapping] = Object.values(assembly.api.findResources('AWS::Lambda::EventSourceMapping'))
    const { MaximumRecordAgeInSeconds } = mapping!.Properties
    expect(MaximumRecordAgeInSeconds).toBeGreaterThan(12 * 3600)
    expect(MaximumRecordAgeInSeconds).toBeLessThan(24 * 3600)
  })
})

describe('monitoring', () => {
  test('raises alarms that an operator needs, and notifies the given address', () => {
    const alarms = Object.values(assembly.monitoring.findResources('AWS::CloudWatch::Alarm')).map(
      ({ Properties }) => Properties.AlarmName as string,
    )
    for (const what of [
      /Api.*Fault/,
      /Api.*Latency-P99/,
      /-routing-Throttles/,
      /authorizer.*Throttle/i,
      /AuthDenied/,
      /InsufficientBalance/,
      /WithheldAnswers/,
      /ledger.*Age/i,
      /Api-Error-Count/,
      /Firewall-Blocked/,
      /LedgerLost/,
      /LedgerDropped/,
      /LedgerUnwritten/,
      /Accounts.*Throttle/i,
      /Jobs-.*Fail/i,
      /Jobs-.*Timed/i,
      /JobsStuck/,
      /JobsUndelivered/,
      /-jobs-Faults/,
    ]) {
      expect(
        alarms.filter((name) => what.test(name)),
        String(what),
      ).not.toEqual([])
    }
    assembly.monitoring.hasResourceProperties('AWS::SNS::Subscription', {
      Protocol: 'email',
      Endpoint: 'ops@example.org',
    })
    for (const { Properties } of Object.values(
      assembly.monitoring.findResources('AWS::CloudWatch::Alarm'),
    )) {
      expect(Properties.AlarmActions).toHaveLength(1)
    }
  })

  test('raises the number of alarms, on the number of metrics, that docs/deploy.md states', () => {
    const { monitoring } = synthesise({}, { checked: false })
    const alarms = Object.values(monitoring.findResources('AWS::CloudWatch::Alarm'))
    const measured = alarms.flatMap(({ Properties }) =>
      // A metric expression measures nothing itself.
      (Properties.Metrics ?? [{ MetricStat: {} }]).filter(
        ({ MetricStat }: { MetricStat?: object }) => MetricStat,
      ),
    )
    const docs = readFileSync('docs/deploy.md', 'utf8')
    expect(docs).toContain(`\`-Alarms\`) and ${alarms.length} alarms.`)
    expect(docs).toContain(`(${alarms.length} of them look at ${measured.length} metrics`)
    const families = alarms.flatMap(
      ({ Properties }) => /^Cairn-(.+)-Faults-/.exec(Properties.AlarmName)?.[1] ?? [],
    )
    const [sentence] = /A family is .*? alone\./.exec(docs)!
    expect(families.sort()).toEqual(
      [...sentence.matchAll(/`([\w-]+)`/g)].map(([, family]) => family!).sort(),
    )
  })

  const topicPolicy = ({ monitoring }: Synthesis) =>
    Object.values(monitoring.findResources('AWS::SNS::TopicPolicy'))[0]!.Properties.PolicyDocument
      .Statement as { Effect: string; Action: string; Principal: unknown; Condition: unknown }[]

  test('lets CloudWatch publish alarms to the topic, only for this account', () => {
    expect(topicPolicy(assembly)).toContainEqual(
      expect.objectContaining({
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      }),
    )
    expect(topicPolicy(assembly)).toContainEqual(
      expect.objectContaining({
        Effect: 'Deny',
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      }),
    )
    assembly.monitoring.resourceCountIs('AWS::Budgets::Budget', 0)
  })

  test('sends a monthly budget to the same topic, which allows it', () => {
    const told = { SubscriptionType: 'SNS', Address: { Ref: Match.stringLikeRegexp('Alarms') } }
    withOptions.monitoring.hasResourceProperties('AWS::Budgets::Budget', {
      Budget: { TimeUnit: 'MONTHLY', BudgetLimit: { Amount: 250, Unit: 'USD' } },
      NotificationsWithSubscribers: ['ACTUAL', 'FORECASTED'].map((NotificationType) => ({
        Notification: Match.objectLike({ NotificationType }),
        Subscribers: [told],
      })),
    })
    const services = ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com']
    expect(topicPolicy(withOptions)).toContainEqual(
      expect.objectContaining({ Effect: 'Allow', Principal: { Service: services } }),
    )
  })

  test('looks for blocked requests under the name of their metric', () => {
    const [acl] = Object.values(assembly.api.findResources('AWS::WAFv2::WebACL'))
    const { MetricName } = acl!.Properties.VisibilityConfig
    const [alarm] = Object.values(
      assembly.monitoring.findResources('AWS::CloudWatch::Alarm'),
    ).filter(({ Properties }) => /Firewall-Blocked/.test(Properties.AlarmName))
    expect(alarm!.Properties.Metrics[0].MetricStat.Metric.Dimensions).toContainEqual({
      Name: 'WebACL',
      Value: MetricName,
    })
  })

  test('shows calls, callers, functions and stores on dashboards', () => {
    assembly.monitoring.resourceCountIs('AWS::CloudWatch::Dashboard', 3)
  })
})

describe('a customer key', () => {
  /** Returns the key of everything that a deployment stores, by resource. */
  const stores = ({ data, api, monitoring }: Synthesis) => ({
    table: Object.values(data.findResources('AWS::DynamoDB::Table')).map(
      ({ Properties }) => Properties.SSESpecification.KMSMasterKeyId,
    ),
    buckets: Object.values(data.findResources('AWS::S3::Bucket')).map(
      ({ Properties }) =>
        Properties.BucketEncryption.ServerSideEncryptionConfiguration[0]
          .ServerSideEncryptionByDefault.KMSMasterKeyID,
    ),
    topic: Object.values(monitoring.findResources('AWS::SNS::Topic')).map(
      ({ Properties }) => Properties.KmsMasterKeyId,
    ),
    logs: Object.values(api.findResources('AWS::Logs::LogGroup')).map(
      ({ Properties }) => Properties.KmsKeyId,
    ),
  })
  const keyStatements = ({ api }: Synthesis) =>
    Object.values(api.findResources('AWS::IAM::Policy'))
      .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => [Action].flat().some((one: string) => one.startsWith('kms:')))

  test('is absent unless it is requested', () => {
    expect(Object.values(stores(assembly)).flat().filter(Boolean)).toEqual([])
    expect(keyStatements(assembly)).toEqual([])
    assembly.data.resourceCountIs('AWS::KMS::Key', 0)
  })

  let synthesis: Synthesis
  beforeAll(() => {
    synthesis = synthesise({ customerKey: true })
  })

  test('encrypts tables, buckets, topic and every log, is rotated, and stays with the data', () => {
    const { table, buckets, topic, logs } = stores(synthesis)
    expect([table.length, buckets.length, topic.length]).toEqual([2, 3, 1])
    const families = new Set(operations.map(({ id }) => toFamilyName(id)))
    // Logs exist for each family of operations, each other function, the gateway, the firewall and the state machine.
    const others = plainFunctions.length - operations.length
    expect(logs).toHaveLength(families.size + others + 3)
    for (const key of [table, buckets, topic, logs].flat()) {
      expect(JSON.stringify(key)).toMatch(/DataKey/)
    }
    synthesis.data.hasResource('AWS::KMS::Key', {
      DeletionPolicy: 'Retain',
      Properties: { EnableKeyRotation: true },
    })
  })

  test('serves logs and notifications of this account, and roles through their stores', () => {
    const [key] = Object.values(synthesis.data.findResources('AWS::KMS::Key'))
    const services = key!.Properties.KeyPolicy.Statement.filter(({ Sid }: { Sid?: string }) => Sid)
    expect(services).toMatchObject([
      { Sid: 'LogGroups', Condition: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': {} } } },
      {
        Sid: 'Notifications',
        Principal: { Service: ['budgets.amazonaws.com', 'cloudwatch.amazonaws.com'] },
        Condition: { StringEquals: { 'aws:SourceAccount': { Ref: 'AWS::AccountId' } } },
      },
    ])
    const statements = keyStatements(synthesis)
    expect(statements.length).toBeGreaterThan(plainFunctions.length)
    // The CDK lets the ledger writer read the stream through any service.
    const [ofStream, ...others] = statements.filter(({ Condition }) => !Condition)
    expect([ofStream.Action, others]).toEqual([['kms:Decrypt', 'kms:DescribeKey'], []])
    for (const { Condition, Resource } of statements) {
      expect(JSON.stringify(Resource)).toMatch(/DataKey/)
      if (!Condition) continue
      expect(JSON.stringify(Condition.StringEquals['kms:ViaService'])).toMatch(/"(dynamodb|s3)\./)
    }
  })

  test('may be an existing key', () => {
    for (const key of Object.values(stores(withOptions)).flat()) expect(key).toBe(ownKey)
    withOptions.data.resourceCountIs('AWS::KMS::Key', 0)
  })
})

describe('a custom domain', () => {
  const { name, certificateArn } = domain

  test('serves the API, and has a DNS record when the zone is known', () => {
    const { api } = withOptions
    api.hasResourceProperties('AWS::ApiGateway::DomainName', {
      DomainName: name,
      RegionalCertificateArn: certificateArn,
      SecurityPolicy: 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09',
      EndpointAccessMode: 'STRICT',
    })
    api.hasResourceProperties('AWS::Route53::RecordSet', { Name: `${name}.`, HostedZoneId: 'Z1' })
  })

  test('appears as an output without a hosted zone', () => {
    const { api } = synthesise({ domain })
    api.resourceCountIs('AWS::Route53::RecordSet', 0)
    expect(api.findOutputs('DomainTarget')).toMatchObject({ DomainTarget: expect.anything() })
  })
})

describe('the construct in another CDK app', () => {
  test('deploys the whole service in one stack', () => {
    const stack = new Stack(newApp(), 'Ours')
    const cairn = new Cairn(stack, 'Cairn', { region: 'andorra' })
    const template = Template.fromStack(stack)
    template.resourceCountIs('AWS::DynamoDB::Table', 2)
    template.resourceCountIs('AWS::ApiGateway::RestApi', 1)
    template.resourceCountIs('AWS::Lambda::Function', plainFunctions.length)
    expect(cairn.functions.has('routing/route')).toBe(true)
  })

  test('refuses wrong options in one sentence', () => {
    const options = { region: 'andorra' }
    const refusals: [object, string][] = [
      [{ region: 'Andorra!' }, 'is not a region name'],
      [{ engineDiskMebibytes: 20_000 }, 'engineDiskMebibytes must be a whole number from 512 to'],
      [{ warmEnvironments: -1 }, 'warmEnvironments must be'],
      [{ name: '9' }, 'name must be letters'],
      [{ architecture: 'sparc' }, 'architecture must be arm64 or x86_64'],
      [{ logRetention: 31 }, 'logs can be kept'],
      [{ weather: 'sunny' }, 'weather must be'],
      [{ weather: 'https://x.org?apikey=SECRET' }, 'name it with weatherSecret'],
      [{ weather: 'https://x.org,https://me:SECRET@y.org' }, 'name it with weatherSecret'],
      [{ weatherSecret: 'a b' }, 'weatherSecret must be the name of a secret'],
      [{ weather: 'off', weatherSecret: 'a' }, 'cannot be given both'],
      [{ model: { name: 'gpt' } }, 'must be "off", "bedrock:" with'],
      [{ model: { name: 'openai:m', url: 'https://me:SECRET@x.org' } }, 'model.url must be an'],
      [{ model: { name: 'openai:m', keySecret: 'a b' } }, 'model.keySecret must be the name of'],
      [{ model: { name: 'openai:m', region: 'eu-central-1' } }, 'model.region is for models of'],
      [{ model: { name: 'bedrock:m', keySecret: 'a' } }, 'model.keySecret is for "openai:"'],
      [{ model: { name: 'bedrock:m', region: 'Mars' } }, 'model.region must be an AWS region'],
      [
        { concurrencyPerOperation: 51 },
        `concurrencyPerOperation 51 would reserve ${51 * (operations.length + 1) + authorizerConcurrency} concurrent`,
      ],
      [
        { warmEnvironments: 11, concurrencyPerOperation: 10 },
        'warmEnvironments must be at most concurrencyPerOperation, 10',
      ],
      [{ jobs: { maxConcurrency: 0 } }, 'jobs.maxConcurrency must be'],
      [{ jobs: { reservedConcurrency: 800 } }, 'and at most 900 can be reserved'],
      [{ requestsPerKey: { perSecond: -1, burst: 1 } }, 'requestsPerKey.perSecond must be'],
      [{ requestsPerKey: { perSecond: 1, burst: 0 } }, 'requestsPerKey.burst must be'],
      [
        { site: { domain: { name: 'maps.example.org', certificateArn: 'arn:aws:acm:x' } } },
        'site.domain.certificateArn must be of a certificate in us-east-1, not "arn:aws:acm:x"',
      ],
      [{ customerKey: 'arn:x' }, 'customerKey must be true, false or the ARN'],
      [{ alarms: { monthlyBudgetUsd: 0 } }, 'monthlyBudgetUsd must be more than 0'],
    ]
    for (const [wrong, sentence] of refusals) {
      expect(() => resolveSettings({ ...options, ...wrong })).toThrow(sentence)
    }
  })

  test('does not repeat a secret in a refusal', () => {
    const weather = 'https://x.org?apikey=SECRET'
    expect(() => resolveSettings({ region: 'andorra', weather })).toThrow(/^(?!.*SECRET)/)
    const model = { name: 'openai:m', url: 'https://me:SECRET@x.org' }
    expect(() => resolveSettings({ region: 'andorra', model })).toThrow(/^(?!.*SECRET)/)
  })

  test('needs nothing else when its limits are switched off', () => {
    const off = { requestsPerKey: { perSecond: 0, burst: 0 }, concurrencyPerOperation: 0 }
    expect(resolveSettings({ region: 'andorra', warmEnvironments: 99, ...off })).toMatchObject(off)
  })
})

describe('a synthesis', () => {
  test('fails when it breaks a rule of the packs, so that passing means something', () => {
    const app = new App({ analyticsReporting: false })
    new Bucket(new Stack(app, 'Open'), 'Bucket')
    addRuleChecks(app)
    expect(() => app.synth()).toThrow()
  })

  test('fails when CloudFormation would refuse a template', () => {
    const app = newApp()
    const memorySize = 5
    new CfnFunction(new Stack(app, 'Small'), 'Function', {
      code: { zipFile: 'x' },
      role: 'arn:aws:iam::111111111111:role/x',
      handler: 'index.handler',
      runtime: 'nodejs24.x',
      memorySize,
    })
    addTemplateChecks(app)
    expect(() => app.synth()).toThrow(/MemorySize: 5 is less than/)
  })
})

test('the pipeline runs tests, deploys staging, checks it and asks before production', () => {
  const pipeline = new CairnPipeline(newApp(), 'Pipeline', {
    repository: 'someone/cairn',
    connectionArn: 'arn:aws:codeconnections:eu-central-1:111111111111:connection/x',
    production: { region: 'andorra' },
  })
  const template = Template.fromStack(pipeline)
  const [found] = Object.values(template.findResources('AWS::CodePipeline::Pipeline'))
  const stages = (found!.Properties.Stages as { Name: string; Actions: { Name: string }[] }[]).map(
    ({ Name, Actions }) => [Name, Actions.map((action) => action.Name)] as const,
  )
  const names = stages.map(([name]) => name)
  expect(names).toEqual(['Source', 'Build', 'UpdatePipeline', 'Assets', 'Staging', 'Production'])
  expect(Object.fromEntries(stages).Staging).toContain('LookFromOutside')
  expect(Object.fromEntries(stages).Production![0]).toBe('Agree')
  // The check signs its call of the deep health check, and may call nothing else.
  const [look] = Object.values(template.findResources('AWS::CodeBuild::Project'))
    .map(({ Properties }) => JSON.stringify(Properties.Source.BuildSpec))
    .filter((buildSpec) => buildSpec.includes('health/deep'))
  expect(look).toContain('--aws-sigv4')
  const invoking = Object.values(template.findResources('AWS::IAM::Policy'))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement)
    .filter(({ Action }) => Action === 'execute-api:Invoke')
  expect(invoking).toHaveLength(1)
  expect(JSON.stringify(invoking[0].Resource)).toContain(':*/live/GET/health/deep"')
})
