import { mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { RegionError } from '../../region/index.ts'
import {
  type StageRequests,
  startStage,
  startWhenAwaited,
  whenAwaited,
} from '../../region/threads/index.ts'
import { roadNet, tinyOsm } from './tiny-osm.ts'

let folder: string
const bounds = { min_lat: 46.02, min_lon: 9.02, max_lat: 46.06, max_lon: 9.06 }
const silent = { onProgress: () => {}, onWarning: () => {} }
const never = () => expect.unreachable()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-threads-'))
  const net = tinyOsm({ ...roadNet(46.02, 9.02, 9, 0.005), bounds })
  await writeFile(join(folder, 'net.osm.pbf'), net)
  await writeFile(join(folder, 'damaged.osm.pbf'), net.subarray(0, net.length - 20))
})

/** Returns a request with its own folder. */
const request = (file: string, name: string): StageRequests['map'] => ({
  osm: [join(folder, file)],
  folder: join(folder, name),
  bounds,
  attribution: 'nobody',
})
const mapOf = (name: string) => readFile(join(folder, name, 'map.pmtiles'))

describe('a stage on a thread', () => {
  test('writes the same file as without a thread, and reports its progress', async () => {
    const fractions: number[] = []
    const stage = startStage('map', request('net.osm.pbf', 'a'), never)
    await stage.finished({ ...silent, onProgress: (fraction) => fractions.push(fraction) })
    await stage.stop()
    await whenAwaited('map', request('net.osm.pbf', 'b')).finished(silent)
    const [a, b] = await Promise.all(['a', 'b'].map(mapOf))
    expect(a!.equals(b!)).toBe(true)
    expect(fractions.length).toBeGreaterThan(1)
    expect(fractions).toEqual(fractions.toSorted((x, y) => x - y))
  })

  test('writes the same file, names a damaged extract and need not run when it starts on demand', async () => {
    await startWhenAwaited('map', request('net.osm.pbf', 'e')).finished(silent)
    await whenAwaited('map', request('net.osm.pbf', 'f')).finished(silent)
    const [e, f] = await Promise.all(['e', 'f'].map(mapOf))
    expect(e!.equals(f!)).toBe(true)
    const failing = startWhenAwaited('map', request('damaged.osm.pbf', 'g'))
    await expect(failing.finished(silent)).rejects.toThrow(/damaged\.osm\.pbf/)
    const idle = startWhenAwaited('map', request('net.osm.pbf', 'h'))
    await idle.stop()
    await expect(readFile(join(folder, 'h'))).rejects.toThrow('ENOENT')
  })

  test('returns its files again without running when it was finished before', async () => {
    const paths = await whenAwaited('map', request('net.osm.pbf', 'i')).finished(silent)
    expect(paths).toEqual([join(folder, 'i', 'map.pmtiles')])
    const again = startWhenAwaited('map', request('removed.osm.pbf', 'i'))
    expect(await again.finished(silent)).toEqual(paths)
  })

  test('reports its failure at once, and names the extract to the caller that waits', async () => {
    const failed = Promise.withResolvers<unknown>()
    const stage = startStage('map', request('damaged.osm.pbf', 'c'), failed.resolve)
    expect(await failed.promise).toBeInstanceOf(RegionError)
    await expect(stage.finished(silent)).rejects.toThrow(/damaged\.osm\.pbf/)
    await stage.stop()
  })

  test('ends with the reason of the abort signal', async () => {
    const controller = new AbortController()
    const stage = startStage('map', request('net.osm.pbf', 'd'), never)
    const finished = stage.finished({ ...silent, signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(finished).rejects.toThrow('enough')
  })
})
