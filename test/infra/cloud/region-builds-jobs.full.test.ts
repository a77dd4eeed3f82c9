import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readCurrentBuild, readManifest } from '#ground/dataset'
import { partsPrefix, type RegionBuildsInput } from '#platform/region-builds'
import { LocalStorage, openStorage, type Storage } from '#platform/storage'
import { buildRegionBuildsWorkflow } from '../../../infra/cloud/region-builds-workflow.ts'
import { buildRegion, estimateCloudBuild } from '../../../region/index.ts'
import { needsS3rver, startS3, type TestS3 } from '../../fixtures/s3.ts'
import type { Definition } from '../../fixtures/states/definition.ts'
import { StatesError } from '../../fixtures/states/errors.ts'
import { Execution } from '../../fixtures/states/interpreter.ts'
import { VirtualClock } from '../../fixtures/states/virtual-clock.ts'
import { roadNet, tinyOsm } from '../../region/tiny-osm.ts'

let s3: TestS3
let folder: string
let storage: Storage
let osm: string

needsS3rver()
beforeAll(async () => {
  s3 = await startS3()
  folder = await mkdtemp(join(tmpdir(), 'cairn-region-jobs-'))
  storage = await openStorage(s3.env)
  osm = join(folder, 'alps.osm.pbf')
  const bounds = { min_lat: 46.02, min_lon: 9.02, max_lat: 46.42, max_lon: 9.42 }
  await writeFile(osm, tinyOsm({ ...roadNet(46.02, 9.02, 20, 0.02), bounds }))
  await storage.put('sources/alps.osm.pbf', await readFile(osm))
})
afterAll(async () => {
  await s3.stop()
  await rm(folder, { recursive: true })
})

/** Runs the command of a job in its own home folder, as on its own machine. @returns Its output. */
async function runJob([npx, yes, , ...command]: string[]): Promise<string> {
  expect([npx, yes, command[0]]).toEqual(['npx', '--yes', 'region'])
  const { CAIRN_BUCKET: _, ...aws } = s3.env
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const home = await mkdtemp(join(folder, 'machine-'))
  const child = spawn(process.execPath, ['cli/region.ts', ...command.slice(1)], {
    env: { PATH, NODE_COMPILE_CACHE, CAIRN_HOME: home, ...aws },
  })
  const output: Buffer[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => void output.push(data))
  const status = await new Promise((resolve) => child.once('close', resolve))
  const text = Buffer.concat(output).toString()
  if (status !== 0) throw new StatesError('States.TaskFailed', text)
  expect(await readdir(join(home, 'work')).catch(() => [])).toEqual([])
  return text
}

/** Runs the state machine with real jobs; jobs named in `lost` lose their machine after the others are done. */
async function execute(input: RegionBuildsInput, lost: string[] = []) {
  const said = new Map<string, string>()
  const running: Promise<string>[] = []
  const clock = new VirtualClock(0)
  const call = async (_: string, args: unknown) => {
    const { JobName, ContainerOverrides } = args as {
      JobName: string
      ContainerOverrides: { Command: string[] }
    }
    if (lost.includes(JobName)) {
      await Promise.all(running)
      throw new StatesError('States.TaskFailed', 'Host terminated')
    }
    const job = runJob(ContainerOverrides.Command)
    running.push(job)
    said.set(JobName, await job)
    return {}
  }
  const read = () => Promise.reject(new Error('nothing to read'))
  const definition = buildRegionBuildsWorkflow({
    partition: 'aws',
    jobQueueArn: 'q',
    jobDefinitionArn: 'd',
    bucket: s3.bucket,
    version: '1.0.0',
    maxConcurrency: 4,
  }) as Definition
  const resources = { clock, call, read }
  const outcome = await clock.run(new Execution(definition, 'run', input, resources).run())
  return { outcome, said }
}

const scratch = () => s3.keys().filter((key) => key.startsWith(partsPrefix))

test('building a region in parts publishes the same files as one machine, and continues after a lost job', {
  timeout: 240_000,
}, async () => {
  const { parts, ...machine } = estimateCloudBuild(1e6, { parts: 2 })
  const build = {
    name: 'alps',
    osm: [`s3://${s3.bucket}/sources/alps.osm.pbf`],
    dem: [],
    landcover: [],
    ...machine,
    parts: { ...parts!, id: '0a1b', numbers: [1, 2] },
  }
  const failed = await execute({ builds: [build] }, ['alps-part-2-of-2'])
  expect(failed.outcome).toMatchObject({
    status: 'FAILED',
    error: 'PartFailed',
    cause: 'alps, part-2-of-2 failed: Host terminated',
  })
  expect(await readCurrentBuild(storage, 'alps')).toBeUndefined()

  const { outcome, said } = await execute({ builds: [build] })
  expect(outcome).toEqual({ status: 'SUCCEEDED', output: ['alps'] })
  expect(said.get('alps-plan')).toContain('2 parts of alps were planned before')
  expect(said.get('alps-part-1-of-2')).toContain('Part 1 of alps was built before.')
  expect(said.get('alps-part-2-of-2')).toContain('Part 2 of alps is built.')
  expect(scratch()).toEqual([])

  const published = await readManifest(storage, 'alps', (await readCurrentBuild(storage, 'alps'))!)
  const local = await buildRegion({
    name: 'alps',
    osm: [osm],
    dem: [],
    workers: 1,
    home: join(folder, 'local'),
    storage: new LocalStorage(join(folder, 'local/data')),
  })
  expect(published.files).toEqual(local.files)
})

test('plan-parts and build-part report errors in one line', { timeout: 60_000 }, async () => {
  const run = (...args: string[]) => runJob(['npx', '--yes', 'cairn-cli', 'region', ...args])
  const none = `s3://${s3.bucket}/${partsPrefix}/alps/none`
  await expect(run('build-part', 'alps', '--part', '1', '--from', none)).rejects.toMatchObject({
    cause: expect.stringMatching(/^region: There is no plan under [^\n]+\n$/),
  })
  const elsewhere = `s3://${s3.bucket}/elsewhere`
  await expect(run('build-part', 'alps', '--part', '1', '--from', elsewhere)).rejects.toThrow(
    'is no folder of parts',
  )
})
