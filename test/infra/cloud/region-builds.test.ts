import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import validate from 'asl-validator'
import { Template } from 'aws-cdk-lib/assertions'
import { beforeAll, describe, expect, test } from 'vitest'
import { storageAccess } from '#platform/storage'
import { buildRegionBuildsWorkflow } from '../../../infra/cloud/region-builds-workflow.ts'
import cairn from '../../../package.json' with { type: 'json' }
import { StatesError } from '../../fixtures/states/errors.ts'
import { evaluated } from '../../fixtures/states/expression.ts'
import { Execution } from '../../fixtures/states/interpreter.ts'
import { VirtualClock } from '../../fixtures/states/virtual-clock.ts'
import { type Synthesis, synthesise } from '../../fixtures/synthesis.ts'

// biome-ignore lint/suspicious/noExplicitAny: templates are looked into at will.
type Properties = Record<string, any>

let plain: Synthesis
let builds: Template
beforeAll(() => {
  plain = synthesise()
  // With checks, a synthesis throws on every unexplained finding of the rule packs.
  const { directory } = synthesise({ regionBuilds: true, customerKey: true }, { checked: true })
  builds = Template.fromJSON(
    JSON.parse(readFileSync(join(directory, 'CairnBuilds.template.json'), 'utf8')),
  )
})

const allOf = (type: string): Properties[] =>
  Object.values(builds.findResources(type)).map(({ Properties }) => Properties)

/** Returns the text of a value, with `REF` for values known only at deployment. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  const [separator, pieces] = (value as { 'Fn::Join': [string, unknown[]] })['Fn::Join']
  return pieces.map((piece) => (typeof piece === 'string' ? piece : 'REF')).join(separator)
}

/** Returns the statements of the role whose description begins with this text. */
function statementsOf(description: string): Properties[] {
  const [role] = Object.entries(builds.findResources('AWS::IAM::Role')).find(([, { Properties }]) =>
    String(Properties.Description).startsWith(description),
  )!
  return allOf('AWS::IAM::Policy')
    .filter(({ Roles }) => Roles.some(({ Ref }: { Ref: string }) => Ref === role))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
}

test('a deployment has no region builds unless they are requested', () => {
  expect(plain.cairn.settings.regionBuilds).toBe(false)
  expect(() => readFileSync(join(plain.directory, 'CairnBuilds.template.json'))).toThrow('ENOENT')
})

describe('region builds', () => {
  test('are jobs on Fargate, with a public image that needs no build', () => {
    const [{ ContainerProperties: container, ...job }] = allOf('AWS::Batch::JobDefinition') as [
      Properties,
    ]
    expect(job).toMatchObject({ Type: 'container', PlatformCapabilities: ['FARGATE'] })
    expect(container).toMatchObject({
      Image: 'public.ecr.aws/docker/library/node:24-bookworm-slim',
      EphemeralStorage: { SizeInGiB: 200 },
      RuntimePlatform: { CpuArchitecture: 'X86_64' },
    })
    builds.resourceCountIs('AWS::Lambda::Function', 0)
    builds.resourceCountIs('AWS::EC2::NatGateway', 0)
  })

  test('accept no connections to their machines', () => {
    for (const { SecurityGroupIngress } of allOf('AWS::EC2::SecurityGroup'))
      expect(SecurityGroupIngress).toBeUndefined()
    builds.resourceCountIs('AWS::EC2::SecurityGroupIngress', 0)
  })

  test('may read extracts, and read and write data sets, and do nothing else', () => {
    const statements = statementsOf('Builds regions of Cairn')
    const objects = (action: string) =>
      statements
        .filter(({ Action }) => [Action].flat().includes(action))
        .flatMap(({ Resource }) => [Resource].flat().map((each) => textOf(each).replace('REF', '')))
        .sort()
    expect(objects('s3:GetObject')).toEqual(['/.incoming/*', '/datasets/*', '/sources/*'])
    expect(objects('s3:PutObject')).toEqual(['/.incoming/*', '/datasets/*'])
    expect(objects('s3:DeleteObject')).toEqual(['/.incoming/*', '/datasets/*'])
    const actions = new Set(statements.flatMap(({ Action }) => Action))
    const { read, list, write } = storageAccess
    expect([...actions].filter((action) => !/^kms:/.test(action)).sort()).toEqual(
      [...read, ...list, ...write, ...storageAccess.delete].sort(),
    )
  })

  test('are submitted only to their queue by the state machine, which otherwise may only watch and terminate jobs', () => {
    const statements = statementsOf('Runs the region builds of Cairn')
    const submitting = statements.find(({ Action }) => Action === 'batch:SubmitJob')!
    expect(JSON.stringify(submitting.Resource)).not.toContain('*')
    const actions = statements.flatMap(({ Action }) => Action)
    expect(actions.filter((action) => /^(batch|events|iam|s3|ecs):/.test(action)).sort()).toEqual([
      'batch:DescribeJobs',
      'batch:SubmitJob',
      'batch:TerminateJob',
      'events:DescribeRule',
      'events:PutRule',
      'events:PutTargets',
    ])
  })

  test('are listed in the outputs of the stack', () => {
    for (const output of ['BuildsStateMachineArn', 'BuildsLogGroup', 'BuildsBucketName'])
      expect(Object.keys(builds.findOutputs(output)), output).toHaveLength(1)
  })
})

describe('the state machine of region builds', () => {
  const definition = () => {
    const [{ DefinitionString }] = allOf('AWS::StepFunctions::StateMachine') as [Properties]
    return JSON.parse(textOf(DefinitionString))
  }
  const build = { osm: ['https://a/x.osm.pbf'], dem: [], landcover: [] }
  const argumentsFor = async (input: object) => {
    const { Arguments } = definition().States.Builds.ItemProcessor.States.Build
    return (await evaluated(Arguments, {
      variables: {},
      now: 0,
      states: { input, context: {} },
    })) as Properties
  }

  test('is valid Amazon States Language', () => {
    const resources = { partition: 'aws', jobQueueArn: 'q', jobDefinitionArn: 'd', bucket: 'b' }
    const workflow = buildRegionBuildsWorkflow({
      ...resources,
      version: '1.0.0',
      maxConcurrency: 4,
    })
    const result = validate(workflow as Parameters<typeof validate>[0])
    expect(result.isValid, result.errorsText()).toBe(true)
  })

  test('maps over builds, and runs the command of this version with the inputs of each build', async () => {
    const input = { name: 'alps', ...build, vcpus: 8, memoryMebibytes: 61_440 }
    const { ContainerOverrides, ...job } = await argumentsFor({
      ...input,
      osm: ['https://a/x.osm.pbf', 's3://b/sources/y.osm.pbf'],
      dem: ['https://a/d.tif'],
    })
    expect(job.JobName).toBe('alps')
    expect(ContainerOverrides.Command).toEqual([
      'npx',
      '--yes',
      `cairn-cli@${cairn.version}`,
      'region',
      'build',
      'alps',
      '--to',
      's3://REF',
      '--osm',
      'https://a/x.osm.pbf',
      's3://b/sources/y.osm.pbf',
      '--dem',
      'https://a/d.tif',
    ])
    expect(ContainerOverrides.ResourceRequirements).toEqual([
      { Type: 'VCPU', Value: '8' },
      { Type: 'MEMORY', Value: '61440' },
    ])
    const [heap] = ContainerOverrides.Environment
    expect(heap).toEqual({ Name: 'NODE_OPTIONS', Value: '--max-old-space-size=15360' })
  })

  test('omits options without files', async () => {
    const input = { name: 'flat', ...build, vcpus: 4, memoryMebibytes: 30_720 }
    const { ContainerOverrides } = await argumentsFor(input)
    expect(ContainerOverrides.Command.slice(6)).toEqual([
      '--to',
      's3://REF',
      '--osm',
      'https://a/x.osm.pbf',
    ])
  })

  describe('for a build in parts', () => {
    const machine = { vcpus: 4, memoryMebibytes: 30_720 }
    const large = { vcpus: 16, memoryMebibytes: 122_880 }
    const parts = { id: '0a1b', count: 3, numbers: [1, 2, 3], plan: large, part: machine }
    const folder = 's3://REF/datasets/.parts/alps/0a1b'

    /** Runs the state machine; `fails` decides by name whether a job fails. */
    async function run(fails: (name: string) => boolean = () => false) {
      const clock = new VirtualClock(0)
      const jobs = new Map<string, Properties>()
      const call = async (resource: string, args: unknown) => {
        expect(resource).toMatch(/:states:::batch:submitJob\.sync$/)
        const { JobName, ContainerOverrides } = args as Properties
        jobs.set(JobName, ContainerOverrides)
        if (fails(JobName)) throw new StatesError('States.TaskFailed', '{"LogStreamName":"log-7"}')
        return {}
      }
      const small = { name: 'flat', ...build, ...machine }
      const input = { builds: [{ name: 'alps', ...build, ...large, parts }, small] }
      const read = () => Promise.reject(new Error('nothing to read'))
      const execution = new Execution(definition(), 'run', input, { clock, call, read })
      return { outcome: await clock.run(execution.run()), jobs }
    }

    test('runs a job that plans, one for each part, and one that builds the region from the parts', async () => {
      const { outcome, jobs } = await run()
      expect(outcome).toEqual({ status: 'SUCCEEDED', output: ['alps', 'flat'] })
      const names = [1, 2, 3].map((part) => `alps-part-${part}-of-3`)
      expect([...jobs.keys()].sort()).toEqual(['alps-finish', ...names, 'alps-plan', 'flat'].sort())
      const commandOf = (name: string) => jobs.get(name)!.Command.slice(3)
      const inputs = ['--osm', 'https://a/x.osm.pbf']
      expect(commandOf('alps-plan')).toEqual([
        'region',
        'plan-parts',
        'alps',
        '--parts',
        '3',
        '--to',
        folder,
        ...inputs,
      ])
      expect(commandOf('alps-part-2-of-3')).toEqual([
        'region',
        'build-part',
        'alps',
        '--part',
        '2',
        '--from',
        folder,
      ])
      expect(commandOf('alps-finish')).toEqual([
        'region',
        'build',
        'alps',
        '--to',
        's3://REF',
        '--parts-from',
        folder,
        ...inputs,
      ])
      const vcpusOf = (name: string) => jobs.get(name)!.ResourceRequirements[0].Value
      expect(['alps-plan', names[0]!, 'alps-finish', 'flat'].map(vcpusOf)).toEqual([
        '16',
        '4',
        '16',
        '4',
      ])
    })

    test('fails with the name and the log of a failed part, and builds no region', async () => {
      const { outcome, jobs } = await run((name) => name === 'alps-part-2-of-3')
      expect(outcome).toMatchObject({ status: 'FAILED', error: 'PartFailed' })
      expect(outcome.cause).toBe('alps, part-2-of-3 failed: {"LogStreamName":"log-7"}')
      expect(jobs.has('alps-finish')).toBe(false)
    })

    test('fails with a failed plan, and builds no part', async () => {
      const { outcome, jobs } = await run((name) => name === 'alps-plan')
      expect(outcome).toMatchObject({ status: 'FAILED', error: 'States.TaskFailed' })
      expect([...jobs.keys()].filter((name) => name.startsWith('alps'))).toEqual(['alps-plan'])
    })
  })
})
