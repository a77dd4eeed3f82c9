import { spawn } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'

/** Simulates the services that a build in the cloud calls, and a server of extracts. */
let server: Server
let base: string
let calls: { action: string; input: Record<string, unknown> }[]
/** Final status of the job, SUCCEEDED or FAILED, or empty when it never ends. */
let end: string
let looks: number
/** Names of the jobs that the execution submits. */
let jobNames: string[]

const outputs = {
  BuildsStateMachineArn: 'arn:aws:states:eu-central-1:1:stateMachine:CairnRegionBuilds',
  BuildsLogGroup: 'builds-log',
  BuildsBucketName: 'bucket-of-cairn',
}
const stackXml = `<DescribeStacksResponse><DescribeStacksResult><Stacks><member><StackName>Cairn-builds</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-11-27T00:00:00Z</CreationTime><Outputs>${Object.entries(
  outputs,
)
  .map(
    ([key, value]) =>
      `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  )
  .join('')}</Outputs></member></Stacks></DescribeStacksResult></DescribeStacksResponse>`

const answers: Record<string, (input: Record<string, unknown>) => object> = {
  StartExecution: () => ({ executionArn: 'arn:execution' }),
  StopExecution: () => ({}),
  DescribeExecution: () => ({ status: ++looks > 2 && end ? end : 'RUNNING' }),
  GetExecutionHistory: () => ({
    events: [
      {},
      ...jobNames.map((name) => ({
        taskSubmittedEventDetails: { output: JSON.stringify({ JobId: `id-${name}` }) },
      })),
    ],
  }),
  '/v1/describejobs': ({ jobs }) => ({ jobs: (jobs as string[]).map((id) => jobOf(id.slice(3))) }),
  GetLogEvents: ({ nextToken, logStreamName }) =>
    nextToken
      ? { events: [], nextForwardToken: 't1' }
      : { events: [{ message: `Working on ${logStreamName}, 50 %` }], nextForwardToken: 't1' },
}

/** Returns the state of a job. The only job fails, or the third of several parts, and then the second is ended. */
function jobOf(jobName: string): object {
  const isOver = end === 'FAILED' && looks > 2
  const base = { jobId: `id-${jobName}`, jobName }
  const container = { logStreamName: `log of ${jobName}` }
  if (isOver && /^alps$|part-3/.test(jobName))
    return {
      ...base,
      status: 'FAILED',
      stoppedAt: 5,
      container: { ...container, exitCode: 1, reason: 'no disk' },
    }
  if (isOver && jobName.includes('part-2'))
    return { ...base, status: 'FAILED', stoppedAt: 9, statusReason: 'Stopped', container }
  return { ...base, status: looks > 1 ? 'RUNNING' : 'RUNNABLE', container }
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    if (request.method === 'HEAD') return response.setHeader('content-length', 50e6).end()
    if (body.startsWith('Action=') || body.includes('DescribeStacks')) {
      const isKnown = body.includes('Cairn-builds')
      return response
        .writeHead(isKnown ? 200 : 400, { 'content-type': 'text/xml' })
        .end(
          isKnown
            ? stackXml
            : '<ErrorResponse><Error><Type>Sender</Type><Code>ValidationError</Code><Message>Stack with id Other does not exist</Message></Error></ErrorResponse>',
        )
    }
    const target = request.headers['x-amz-target'] as string | undefined
    const action = target?.split('.')[1] ?? request.url!
    const input = JSON.parse(body)
    calls.push({ action, input })
    response.end(JSON.stringify(answers[action]!(input)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => void server.close())
beforeEach(() => {
  calls = []
  looks = 0
  end = 'SUCCEEDED'
  jobNames = ['alps']
})

/** Runs the command to its end; `onOutput` may send it a signal. */
async function command(
  args: string[],
  onOutput: (text: string, kill: () => void) => void = () => {},
): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, ['cli/region.ts', 'build', 'alps', '--in-cloud', ...args], {
    env: {
      ...process.env,
      AWS_ENDPOINT_URL: base,
      AWS_REGION: 'eu-central-1',
      CAIRN_POLL_MS: '20',
      AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
      AWS_SECRET_ACCESS_KEY: 'secret',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
      onOutput(output[stream], () => child.kill('SIGINT'))
    })
  const status = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { status, ...output }
}

const osm = () => `${base}/alps.osm.pbf`

describe('region build --in-cloud', { timeout: 60_000 }, () => {
  test('starts an execution of the stack’s state machine, sized for the extract, and shows its log', async () => {
    const { status, stdout, stderr } = await command(['--osm', osm(), '--json'])
    expect(status, stderr).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ name: 'alps', status: 'SUCCEEDED' })
    const { input } = calls.find(({ action }) => action === 'StartExecution')!
    expect(input.stateMachineArn).toBe(outputs.BuildsStateMachineArn)
    expect(JSON.parse(input.input as string)).toEqual({
      builds: [
        {
          name: 'alps',
          osm: [osm()],
          dem: [],
          landcover: [],
          vcpus: 4,
          memoryMebibytes: 30 * 1024,
        },
      ],
    })
    expect(stderr).toMatch(/4 processors and 30 GB; about 0\.\d hours and \$0\.\d\d/)
    expect(stderr).toMatch(/\[runnable\][\s\S]*\[running\]/)
    expect(stderr.match(/Working on log of alps, 50 %/g)).toHaveLength(1)
  })

  const inParts = ['alps-plan', ...[1, 2, 3].map((i) => `alps-part-${i}-of-3`), 'alps-finish']

  test('uses a machine for each of --parts, and shows the states of all and the logs of plan and finish', async () => {
    jobNames = inParts
    const { status, stderr } = await command(['--osm', osm(), '--parts', '3'])
    expect(status, stderr).toBe(0)
    const { input } = calls.find(({ action }) => action === 'StartExecution')!
    const [build] = JSON.parse(input.input as string).builds
    const machine = { vcpus: 4, memoryMebibytes: 30 * 1024 }
    expect(build.parts).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{16}$/),
      count: 3,
      numbers: [1, 2, 3],
      plan: machine,
      part: machine,
    })
    expect(stderr).toContain('3 parts, each on 4 processors and 30 GB')
    for (const job of ['plan', 'part 1 of 3', 'part 3 of 3', 'finish'])
      for (const state of ['runnable', 'running']) expect(stderr).toContain(`[${job}: ${state}]`)
    expect(stderr.match(/Working on .*/g)).toEqual(
      ['alps-plan', 'alps-finish'].map((name) => `Working on log of ${name}, 50 %`),
    )
  })

  test('names the part that failed, not the parts that were ended for it, and shows its log', async () => {
    jobNames = inParts.slice(0, -1)
    end = 'FAILED'
    const { status, stderr } = await command(['--osm', osm(), '--parts', '3'])
    expect(status).toBe(1)
    expect(stderr).toContain('ended as FAILED: part 3 of 3: no disk, exit code 1')
    expect(stderr).toContain('goes on with the parts that are finished')
    expect(stderr).toContain('Working on log of alps-part-3-of-3')
    expect(stderr).not.toContain('Working on log of alps-part-2-of-3')
  })

  test('uses the same parts for the same inputs, and other parts for other inputs', async () => {
    const idOf = async (parts: string) => {
      calls = []
      await command(['--osm', osm(), '--parts', parts])
      const { input } = calls.find(({ action }) => action === 'StartExecution')!
      return JSON.parse(input.input as string).builds[0].parts.id
    }
    const id = await idOf('3')
    expect([await idOf('3'), await idOf('2')]).toEqual([id, expect.not.stringMatching(id)])
  })

  test('reports why a build failed', async () => {
    end = 'FAILED'
    const { status, stderr } = await command(['--osm', osm()])
    expect(status).toBe(1)
    expect(stderr).toContain('ended as FAILED: no disk, exit code 1')
    expect(stderr).toContain('nothing was published')
  })

  test('stops the execution when the command is stopped', async () => {
    end = ''
    let isKilled = false
    const { status, stderr } = await command(['--osm', osm()], (text, kill) => {
      if (isKilled || !text.includes('Working')) return
      isKilled = true
      kill()
    })
    expect(status).toBe(130)
    const stopped = calls.find(({ action }) => action === 'StopExecution')
    expect(stopped?.input.executionArn).toBe('arn:execution')
    expect(stderr).toContain('the build in the cloud is stopped')
  })

  test.each([
    ['a file of this machine', ['--osm', 'alps.osm.pbf'], 2, 'is on this machine'],
    ['an object elsewhere', ['--osm', 's3://other/x.osm.pbf'], 2, 's3://bucket-of-cairn/sources/'],
    ['an option of local builds', ['--osm', 'https://a/b', '--workers', '2'], 2, '--workers'],
    ['no stack', ['--osm', 'https://a/b', '--stack', 'Other'], 1, '-c regionBuilds=true'],
  ])('explains what to do with %s and starts nothing', async (_, args, expected, sentence) => {
    const { status, stderr } = await command(args)
    expect(stderr).toContain(sentence)
    expect(status).toBe(expected)
    expect(calls).toEqual([])
  })
})
