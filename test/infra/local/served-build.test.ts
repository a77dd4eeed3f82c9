import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { publish } from '#ground/dataset'
import { LocalStorage } from '#platform/storage'
import { ServedBuild } from '../../../infra/local/served-build.ts'
import { builds, writeBuild } from '../../ground/dataset/builds.ts'

const [build] = builds

let root: string
let storage: LocalStorage

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-served-'))
  storage = new LocalStorage(root)
  await writeBuild(storage, 'alps', build)
  await publish(storage, 'alps', build)
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(root, { recursive: true })
})

describe('a build whose files have changed', () => {
  test.each([
    ['stays as it is', 0],
    ['is set back by an hour', -3_600_000],
    ['is set forward by an hour', 3_600_000],
  ])(
    'is loaded again after half a minute when workers cannot start and the clock %s',
    async (_, step) => {
      let attempts = 0
      const served = await ServedBuild.open(storage, 'alps', {
        replaceWorkers: async () => {
          attempts++
          if (attempts === 1) throw new Error('no memory')
        },
        log: () => {},
        error: () => {},
      })
      await utimes(join(root, 'datasets/alps', build, 'routing.tar'), 1, 1)
      expect(served.isIntact).toBe(false)
      await served.poll()
      expect(attempts).toBe(1)
      vi.setSystemTime(Date.now() + step)
      vi.advanceTimersByTime(29_000)
      await served.poll()
      expect(attempts).toBe(1)
      vi.advanceTimersByTime(2_000)
      await served.poll()
      expect([attempts, served.isIntact]).toEqual([2, true])
    },
  )
})
