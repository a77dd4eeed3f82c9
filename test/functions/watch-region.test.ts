import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { publish } from '#ground/dataset'
import { logger } from '#platform/api'
import { openStorage } from '#platform/storage'
import { watchRegion } from '../../functions/watch-region.ts'
import { startS3, type TestS3 } from '../fixtures/s3.ts'
import { builds, writeBuild } from '../ground/dataset/builds.ts'

const [first, second] = builds
let s3: TestS3
let home: string
beforeAll(async () => {
  s3 = await startS3()
  home = await mkdtemp(join(tmpdir(), 'cairn-watch-region-'))
})
afterAll(async () => {
  await s3.stop()
  await rm(home, { recursive: true })
})

beforeEach(() => {
  vi.stubEnv('REGION', 'island')
  passedMs = 0
  const trueNow = Date.now
  vi.spyOn(Date, 'now').mockImplementation(() => trueNow() + passedMs)
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

async function published(env: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const storage = await openStorage(env)
  for (const build of [first, second]) await writeBuild(storage, 'island', build)
  await publish(storage, 'island', first)
  return storage
}

let passedMs: number
/** Moves the clock forward. */
function later(seconds: number): void {
  passedMs += 1000 * seconds
}

describe('the published build of the region', () => {
  test('is watched in a bucket, and one line in the log reports a build that cannot be opened', async () => {
    const storage = await published(s3.env)
    const refused: string[] = []
    const follow = watchRegion({
      files: [],
      open: async ({ name, build }) => {
        if (refused.includes(build)) throw new Error('damaged')
        return `${name} ${build}`
      },
    })
    expect(await follow()).toBe(`island ${first}`)
    await publish(storage, 'island', second)
    expect(await follow()).toBe(`island ${first}`)
    const warn = vi.spyOn(logger, 'warn').mockImplementation(() => {})
    refused.push(second)
    later(31)
    expect(await follow()).toBe(`island ${first}`)
    expect(warn.mock.calls).toEqual([
      [
        'a published build is not served; the earlier one is',
        { build: second, error: expect.objectContaining({ message: 'damaged' }) },
      ],
    ])
    refused.pop()
    later(31)
    expect(await follow()).toBe(`island ${second}`)
  })

  test('is opened once in a directory, whatever is published later', async () => {
    const storage = await published({ CAIRN_HOME: home, CAIRN_BUCKET: undefined })
    const follow = watchRegion({ files: [], open: async ({ build }) => build })
    expect(await follow()).toBe(first)
    await publish(storage, 'island', second)
    later(3600)
    expect(await follow()).toBe(first)
  })
})
