import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { publish, readCurrentBuild, readManifest } from '#ground/dataset'
import { LocalStorage, openStorage } from '#platform/storage'
import { assertFitsDisk, assertHasChecksums } from '../../region/index.ts'
import { needsS3rver, startS3, type TestS3 } from '../fixtures/s3.ts'
import { builds, noise, writeBuild } from '../ground/dataset/builds.ts'

let s3: TestS3
let home: string
let demo: string

needsS3rver()
beforeAll(async () => {
  s3 = await startS3()
  home = mkdtempSync(join(tmpdir(), 'cairn-publish-'))
  cpSync(join(inject('builtHome'), 'data/datasets/demo'), join(home, 'data/datasets/demo'), {
    recursive: true,
  })
  demo = (await readCurrentBuild(await openStorage({ CAIRN_HOME: home }), 'demo'))!
})
afterAll(async () => {
  await s3.stop()
  rmSync(home, { recursive: true })
})
beforeEach(() => {
  s3.requests.length = 0
})
afterEach(() => s3.faults.clear())

interface Run {
  status: number | null
  stdout: string
  stderr: string
}

/** Runs the command beside the store; `CAIRN_BUCKET` is set only when passed. */
function region(args: string[], env: Record<string, string> = {}, onStart?: (pid: number) => void) {
  const { CAIRN_BUCKET: _, ...aws } = s3.env
  const { PATH, NODE_COMPILE_CACHE } = process.env
  const child = spawn(process.execPath, ['cli/region.ts', ...args], {
    env: { PATH, NODE_COMPILE_CACHE, CAIRN_HOME: home, ...aws, ...env },
  })
  onStart?.(child.pid!)
  return new Promise<Run>((resolve) => {
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (data) => {
      stdout += data
    })
    child.stderr.on('data', (data) => {
      stderr += data
    })
    child.once('close', (status) => resolve({ status, stdout, stderr }))
  })
}
const inBucket = () => ({ CAIRN_BUCKET: s3.bucket })
const to = () => `s3://${s3.bucket}`

describe('region publish --to', () => {
  test('copies a published build to a bucket, where all other commands work on it', async () => {
    const published = await region(['publish', 'demo', '--to', `${to()}/`, '--json'])
    expect(published).toMatchObject({
      status: 0,
      stderr: expect.stringMatching(/^Uploading +\d+\.\d s\n$/),
    })
    expect(JSON.parse(published.stdout)).toEqual({
      name: 'demo',
      bucket: s3.bucket,
      build: demo,
      previous: [],
    })
    // The pointer is put last.
    const puts = s3.requests.filter(({ operation }) => operation === 'PutObject')
    expect(puts.at(-1)?.key).toBe('datasets/demo/current.json')

    expect((await region(['list'], inBucket())).stdout).toContain(`demo  ${demo}  (1 build)`)
    expect(await region(['show', 'demo', '--verify'], inBucket())).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('All files match the manifest.'),
    })
    expect(await region(['publish', 'demo', demo], inBucket())).toMatchObject({ status: 0 })
    expect(await region(['rollback', 'demo'], inBucket())).toEqual({
      status: 1,
      stdout: '',
      stderr: 'region: Region demo has no earlier published build to go back to.\n',
    })
  })

  test('prints how to continue after Ctrl-C, and the next attempt sends only the rest', async () => {
    const local = new LocalStorage(join(home, 'data'))
    const tiles = noise(60 * 1024 * 1024)
    await writeBuild(local, 'alps', builds[0], { 'routing.tar': tiles })
    await publish(local, 'alps', builds[0])
    const parts = () =>
      s3.requests.filter(({ operation, status }) => operation === 'UploadPart' && status === 200)
    // The store stops answering after three parts, which leaves time to stop the command.
    s3.faults.next(
      100,
      'never-answers',
      ({ operation, partNumber = 0 }) => operation === 'UploadPart' && partNumber > 3,
    )
    let pid = 0
    const running = region(['publish', 'alps', '--to', to()], {}, (id) => {
      pid = id
    })
    await expect.poll(() => parts().length, { timeout: 20_000 }).toBe(3)
    process.kill(pid, 'SIGINT')
    const stopped = await running
    expect(stopped).toMatchObject({ status: 130, stdout: '' })
    expect(stopped.stderr).toBe(
      'region: Stopped by SIGINT; nothing was published. Uploaded parts are kept; the same command resumes.\n',
    )
    const bucket = await openStorage(s3.env)
    expect(await readCurrentBuild(bucket, 'alps')).toBeUndefined()

    s3.faults.clear()
    s3.requests.length = 0
    expect(await region(['publish', 'alps', '--to', to()])).toMatchObject({ status: 0 })
    expect(parts().map(({ partNumber }) => partNumber)).not.toContain(1)
    expect(parts()).toHaveLength(8 - 3)
    expect(s3.peek(`datasets/alps/${builds[0]}/routing.tar`)?.equals(tiles)).toBe(true)
  })

  test('refuses a damaged build, and the bucket still serves the previous build', async () => {
    const local = new LocalStorage(join(home, 'data'))
    await writeBuild(local, 'jura', builds[0])
    await publish(local, 'jura', builds[0])
    await region(['publish', 'jura', '--to', to()])
    await writeBuild(local, 'jura', builds[1])
    writeFileSync(
      local.localPath(`datasets/jura/${builds[1]}/routing.tar`),
      `tiles of ${builds[2]}`,
    )
    const { status, stdout, stderr } = await region(['publish', 'jura', builds[1], '--to', to()])
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^region: .*routing\.tar is not what its manifest says.*\n$/)
    expect(await readCurrentBuild(await openStorage(s3.env), 'jura')).toBe(builds[0])
  })

  test.each([
    [
      'no region',
      ['publish', 'tirol', '--to', 's3://abc'],
      {},
      'Region tirol has no published build',
    ],
    [
      'a bucket that is not there',
      ['publish', 'demo', '--to', 's3://no-such-bucket'],
      {},
      'There is no bucket no-such-bucket: check the name and AWS_REGION',
    ],
    [
      'no credentials',
      ['publish', 'demo', '--to', 's3://abc'],
      { AWS_ACCESS_KEY_ID: '', AWS_EC2_METADATA_DISABLED: 'true', HOME: '/nowhere' },
      'There are no AWS credentials: set AWS_PROFILE',
    ],
    [
      'no way to the store',
      ['publish', 'demo', '--to', 's3://abc'],
      { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9' },
      'Bucket abc cannot be reached (ECONNREFUSED)',
    ],
    [
      'a bucket without regions',
      ['show', 'tirol'],
      { CAIRN_BUCKET: 'cairn-test' },
      'There is no region tirol in bucket cairn-test; bring it with',
    ],
  ])('fails in one line with advice: %s', async (_, args, env, sentence) => {
    const { status, stdout, stderr } = await region(args, env)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toMatch(/^region: [^\n]+\n$/)
    expect(stderr).toContain(sentence)
  })

  test('lists the missing permissions', async () => {
    s3.faults.next(100, 'forbidden')
    const { status, stderr } = await region(['publish', 'demo', '--to', to()])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^region: Access to bucket .* is denied: .*s3:PutObject.*\n$/)
  })

  test.each([
    [
      'a folder',
      ['publish', 'demo', '--to', 's3://bucket/folder'],
      {},
      '"s3://bucket/folder" is not a bucket',
    ],
    ['no scheme', ['publish', 'demo', '--to', 'bucket'], {}, '"bucket" is not a bucket'],
    [
      'nothing',
      ['publish', 'demo'],
      {},
      'name the build to publish, or a bucket: --to s3://BUCKET',
    ],
    [
      'a disk',
      ['publish', 'demo', '--to', 's3://abc', '--engine-disk', '4GB'],
      {},
      '--engine-disk takes',
    ],
    [
      'a build in a bucket',
      ['build', 'demo'],
      { CAIRN_BUCKET: 'abc' },
      'CAIRN_BUCKET is set, and regions are built on this machine',
    ],
  ])(
    'prints one line and exits with 2 when it is used wrongly (%s)',
    async (_, args, env, sentence) => {
      const { status, stdout, stderr } = await region(args, env)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toMatch(/^region: [^\n]+\n$/)
      expect(stderr).toContain(sentence)
      expect(s3.requests).toEqual([])
    },
  )
})

describe('the disk of functions', () => {
  const sized = async (size: number) => {
    const manifest = await readManifest(await openStorage({ CAIRN_HOME: home }), 'demo', demo)
    return { ...manifest, files: [{ name: 'routing.tar', size, sha256: 'a'.repeat(64) }] }
  }

  test('holds a routing.tar of nearly half its size', async () => {
    const most = ((4096 - 64) / 2) * 1024 ** 2
    const fits = await sized(most)
    expect(() => assertFitsDisk(fits, 4096)).not.toThrow()
    const tooLarge = await sized(most + 1)
    expect(() => assertFitsDisk(tooLarge, 4096)).toThrow(
      /has 2\.11 GB, and functions with 4096 MiB of disk take at most 2\.11 GB.*--engine-disk 4097/,
    )
  })

  test('has a limit, beyond which only tiles help', async () => {
    const huge = await sized(6e9)
    expect(() => assertFitsDisk(huge, 4096)).toThrow(/10240 MiB: build it with --roads tiles/)
  })

  test('does not need to hold rasters, which need their checksums in a bucket', async () => {
    const manifest = await readManifest(await openStorage({ CAIRN_HOME: home }), 'demo', demo)
    expect(() => assertHasChecksums(manifest)).not.toThrow()
    const files = manifest.files.filter(({ name }) => name !== 'features.tif.checksums')
    expect(() => assertHasChecksums({ ...manifest, files })).toThrow(
      `Build ${demo} of region demo was made by an earlier version and has no checksums of features.tif`,
    )
  })

  test('is checked before anything is sent', async () => {
    const local = new LocalStorage(join(home, 'data'))
    const manifest = await writeBuild(local, 'vast', builds[0])
    const files = manifest.files.map((file) => ({ ...file, size: 241_172_480 }))
    await local.put(
      `datasets/vast/${builds[0]}/manifest.json`,
      JSON.stringify({ ...manifest, files }),
    )
    const { status, stderr } = await region([
      'publish',
      'vast',
      builds[0],
      '--to',
      to(),
      '--engine-disk',
      '512',
    ])
    expect(status).toBe(1)
    expect(stderr).toMatch(/^region: routing\.tar of build .* has 241\.2 MB, .* at most 234\.9 MB/)
    expect(s3.requests).toEqual([])
  })
})
