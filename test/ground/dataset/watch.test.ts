import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type Dataset, publish, rollback, type WatchOptions, watchBuild } from '#ground/dataset'
import { unavailable } from '#platform/errors'
import { LocalStorage } from '#platform/storage'
import { builds, type RemoteStorage, remote, writeBuild } from './builds.ts'

const [first, second, third, fourth] = builds
const pointer = 'datasets/alps/current.json'

let root: string
let local: LocalStorage
let store: RemoteStorage
let now: number
let opened: string[]
let refused: [string, string][]

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-follow-'))
  local = new LocalStorage(root)
  store = remote(local)
  now = 1_000_000
  opened = []
  refused = []
  for (const build of builds) await writeBuild(local, 'alps', build)
  await publish(local, 'alps', first)
})
afterEach(() => rm(root, { recursive: true }))

const follow = (more: Partial<WatchOptions<string>> = {}) =>
  watchBuild<string>({
    storage: async () => store,
    name: 'alps',
    open: async ({ build }) => {
      opened.push(build)
      return build
    },
    onRefused: (build, reason) => refused.push([build, (reason as Error).message]),
    now: () => now,
    ...more,
  })
const pointerReads = () => store.reads.filter((key) => key === pointer).length
const later = (milliseconds = 30_000) => {
  now += milliseconds
}

/** An opening that ends on command. */
function heldOpening() {
  const held = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  return {
    open: async ({ build }: Dataset) => {
      opened.push(build)
      if (build !== second) return build
      begun.resolve()
      await held.promise
      return build
    },
    begun: begun.promise,
    finish: held.resolve,
  }
}

describe('the first call', () => {
  test('opens the published build once for simultaneous callers', async () => {
    const serve = follow()
    expect(await Promise.all([serve(), serve(), serve()])).toEqual([first, first, first])
    expect(opened).toEqual([first])
  })

  test('fails with a reason when the build cannot be opened, and the next call tries again', async () => {
    let broken = true
    const serve = follow({
      open: async ({ build }) => {
        if (broken) throw unavailable(new Error('no disk'))
        return build
      },
    })
    await expect(Promise.all([serve(), serve()])).rejects.toMatchObject({ status: 503 })
    broken = false
    expect(await serve()).toBe(first)
    expect(refused).toEqual([])
  })

  test('returns 503 while nothing is published, and works after the first publication', async () => {
    await local.delete(pointer)
    const serve = follow()
    await expect(serve()).rejects.toMatchObject({ status: 503 })
    await publish(local, 'alps', second)
    expect(await serve()).toBe(second)
  })
})

describe('a later call', () => {
  test('checks the pointer only when half a minute has passed, and once for all callers', async () => {
    const serve = follow()
    for (let i = 0; i < 5; i++) await serve()
    later(29_999)
    await serve()
    expect(pointerReads()).toBe(1)
    later(1)
    await Promise.all([serve(), serve(), serve()])
    await serve()
    expect(pointerReads()).toBe(2)
  })

  test('checks the pointer when the clock was set back', async () => {
    const serve = follow()
    await serve()
    now -= 3_600_000
    await publish(local, 'alps', second)
    expect(await serve()).toBe(second)
  })

  test('opens another published build and is served from it', async () => {
    const serve = follow()
    await serve()
    await publish(local, 'alps', second)
    expect(await serve()).toBe(first)
    later()
    expect(await serve()).toBe(second)
    expect(opened).toEqual([first, second])
  })

  test('detects a rollback, for which nothing is opened a second time', async () => {
    const serve = follow()
    for (const build of [second, third]) {
      await serve()
      await publish(local, 'alps', build)
      later()
    }
    expect(await serve()).toBe(third)
    await rollback(local, 'alps')
    later()
    expect(await serve()).toBe(second)
    await rollback(local, 'alps')
    later()
    expect(await serve()).toBe(first)
    expect(opened).toEqual([first, second, third])
  })

  test('is still served when the pointer cannot be read or is missing', async () => {
    const serve = follow()
    await serve()
    for (const break_ of [
      () => local.put(pointer, '{'),
      () => local.delete(pointer),
      () => {
        store.onGet = () => Promise.reject(unavailable(new Error('slow down')))
      },
    ]) {
      await break_()
      later()
      expect(await serve()).toBe(first)
    }
    store.onGet = undefined
    await publish(local, 'alps', second)
    later()
    expect(await serve()).toBe(second)
    expect(refused).toEqual([])
  })

  test('never checks the pointer where a process keeps its first build', async () => {
    const serve = follow({ pollMs: Number.POSITIVE_INFINITY })
    await serve()
    await publish(local, 'alps', second)
    later(1e12)
    expect(await serve()).toBe(first)
    expect(pointerReads()).toBe(1)
  })
})

describe('a build that is slow to open', () => {
  test('delays the call that detects it, and only up to the maximum wait', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { open, begun, finish } = heldOpening()
      const serve = follow({ open, maxWaitMs: 8_000 })
      await serve()
      await publish(local, 'alps', second)
      later()
      let served: string | undefined
      const finder = serve().then((build) => {
        served = build
      })
      // Other calls are served meanwhile, without waiting and without checking again.
      expect(await Promise.all([serve(), serve()])).toEqual([first, first])
      await begun
      await vi.advanceTimersByTimeAsync(7_999)
      expect(served).toBeUndefined()
      await vi.advanceTimersByTimeAsync(1)
      await finder
      expect(served).toBe(first)
      expect(await serve()).toBe(first)
      finish()
      vi.useRealTimers()
      await expect.poll(serve).toBe(second)
      expect(opened).toEqual([first, second])
    } finally {
      vi.useRealTimers()
    }
  })

  test('is not opened a second time by checks that become due meanwhile', async () => {
    const { open, finish } = heldOpening()
    const serve = follow({ open, maxWaitMs: 0 })
    await serve()
    await publish(local, 'alps', second)
    for (let i = 0; i < 3; i++) {
      later()
      expect(await serve()).toBe(first)
    }
    finish()
    await expect.poll(serve).toBe(second)
    expect(opened).toEqual([first, second])
  })
})

describe('a build that cannot be served', () => {
  test('leaves the earlier build serving, is reported once, and is retried with growing delays', async () => {
    const serve = follow({
      open: async ({ build }) => {
        opened.push(build)
        if (build === second) throw new Error('damaged')
        return build
      },
    })
    await serve()
    await publish(local, 'alps', second)
    for (let i = 0; i < 15; i++) {
      later()
      expect(await serve()).toBe(first)
    }
    expect(refused).toEqual([[second, 'damaged']])
    // Attempts follow checks 1, 2, 4 and 8.
    expect(opened).toEqual([first, second, second, second, second])
    await publish(local, 'alps', third)
    later()
    expect(await serve()).toBe(third)
  })

  test('is served when a later attempt succeeds', async () => {
    let broken = true
    const serve = follow({
      open: async ({ build }) => {
        if (build === second && broken) throw new Error('slow down')
        return build
      },
    })
    await serve()
    await publish(local, 'alps', second)
    later()
    expect(await serve()).toBe(first)
    broken = false
    later()
    expect(await serve()).toBe(second)
  })

  test('includes a build whose manifest is lost', async () => {
    const serve = follow()
    await serve()
    await publish(local, 'alps', second)
    await local.delete(`datasets/alps/${second}/manifest.json`)
    later()
    expect(await serve()).toBe(first)
    expect(refused.map(([build]) => build)).toEqual([second])
  })

  test('includes a build beyond the maximum of a process; the last opened build keeps serving', async () => {
    const serve = follow({ maxBuilds: 3 })
    for (const build of [second, third, fourth]) {
      await serve()
      await publish(local, 'alps', build)
      later()
    }
    expect(await serve()).toBe(third)
    expect(opened).toEqual([first, second, third])
    expect(refused).toEqual([[fourth, expect.stringContaining('opens no more')]])
    await rollback(local, 'alps')
    await rollback(local, 'alps')
    later()
    expect(await serve()).toBe(second)
  })
})
