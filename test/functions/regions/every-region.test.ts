import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { unavailable } from '#platform/errors'
import { openEveryRegion } from '../../../functions/regions/index.ts'

const faults = new Set<string>()
const warnings: string[] = []
const warn = (text: string) => void warnings.push(text)
const resource = async (region?: string) => {
  if (faults.has(region!)) throw unavailable(new Error(`${region} is down`))
  return `places of ${region}`
}
const open = () => openEveryRegion(resource)()
const echo = async (value: string) => value

beforeEach(() => {
  vi.stubEnv('REGION', 'andorra,porto')
  faults.clear()
  warnings.length = 0
})
afterEach(() => vi.unstubAllEnvs())

describe('a resource of every region', () => {
  test('answers in the order of the served regions, or only from the named one', async () => {
    const places = await open()
    expect(await places.each(echo, { warn })).toEqual(['places of andorra', 'places of porto'])
    expect(await places.each(echo, { warn, region: 'porto' })).toEqual(['places of porto'])
    expect(warnings).toEqual([])
  })

  test('leaves out a region with a fault, and warns of it', async () => {
    faults.add('andorra')
    expect(await (await open()).each(echo, { warn })).toEqual(['places of porto'])
    expect(warnings).toEqual(['the region andorra is unavailable: what it has is missing'])
  })

  test('is unavailable when the other answers are not enough, or when the named region has the fault', async () => {
    faults.add('andorra')
    const places = await open()
    const status = { status: 503 }
    await expect(places.each(echo, { warn, isEnough: () => false })).rejects.toMatchObject(status)
    await expect(places.each(echo, { warn, region: 'andorra' })).rejects.toMatchObject(status)
    faults.add('porto')
    await expect(open()).rejects.toMatchObject(status)
    expect(warnings).toEqual([])
  })

  test('never hides an error other than an unavailable region', async () => {
    const bug = (value: string) =>
      value.endsWith('porto') ? Promise.reject(new TypeError('a bug')) : echo(value)
    await expect((await open()).each(bug, { warn })).rejects.toThrow('a bug')
  })

  test('begins long work for each region in a separate turn of the event loop', async () => {
    vi.stubEnv('REGION', 'andorra,porto,monaco')
    let turn = 0
    const count = () => {
      turn++
      if (turn < 100) setImmediate(count)
    }
    setImmediate(count)
    const begin = async () => {
      const begunIn = turn
      const until = performance.now() + 15
      while (performance.now() < until);
      return begunIn
    }
    const turns = await (await open()).each(begin, { warn })
    // Work that was scheduled earlier may put two regions on either side of one count.
    expect(new Set(turns).size).toBeGreaterThan(1)
  })
})
