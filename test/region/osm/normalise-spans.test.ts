import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOSMStream } from 'osm-pbf-parser-node'
import { describe, expect, test } from 'vitest'
import { normaliseSpans } from '../../../region/osm/index.ts'
import { type TinyOsm, tinyOsm } from '../tiny-osm.ts'

const nodes = [
  { lat: 46, lon: 7 },
  { lat: 46.01, lon: 7.02 },
  { lat: 46.03, lon: 7.01 },
]
const way = (tags: Record<string, string>) => ({ nodes: [1, 2, 3], tags })

async function plain(osm: Omit<TinyOsm, 'nodes'>) {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-spans-'))
  const path = join(folder, 'in.osm.pbf')
  const output = join(folder, 'out.osm.pbf')
  writeFileSync(path, tinyOsm({ nodes, ...osm }))
  const result = await normaliseSpans(path, output)
  return { result, path, output, before: await read(path), after: await read(result) }
}

async function read(path: string) {
  const items: { type?: string; id?: number; tags?: Record<string, string>; refs?: number[] }[] = []
  for await (const item of createOSMStream(path, { withTags: true, withInfo: false })) {
    items.push(item as (typeof items)[number])
  }
  return items
}

describe('an extract for the engine', () => {
  test.each(['viaduct', 'movable', 'covered', 'boardwalk', 'aqueduct'])(
    'has bridge=%s as bridge=yes and everything else as it was',
    async (kind) => {
      const others = { highway: 'primary', name: kind, 'bridge:structure': kind, layer: '1' }
      const { before, after, output, result } = await plain({
        ways: [way({ ...others, bridge: kind }), way({ highway: 'track', name: 'bridge' })],
      })
      expect(result).toBe(output)
      const expected = before.map((item) =>
        item.tags?.bridge ? { ...item, tags: { ...item.tags, bridge: 'yes' } } : item,
      )
      expect(expected).not.toEqual(before)
      expect(after).toEqual(expected)
    },
  )

  test('has avalanche galleries as tunnels, and other tunnels as they were', async () => {
    const { after } = await plain({
      ways: [
        way({ highway: 'primary', tunnel: 'avalanche_protector' }),
        way({ highway: 'footway', tunnel: 'building_passage' }),
        way({ waterway: 'stream', tunnel: 'culvert' }),
      ],
    })
    expect(after.flatMap(({ tags }) => tags?.tunnel ?? [])).toEqual([
      'yes',
      'building_passage',
      'culvert',
    ])
  })

  test.each([
    ['no bridges', [way({ highway: 'primary' })]],
    ['bridges it understands', ['yes', 'no', '1'].map((bridge) => way({ bridge }))],
  ])('with %s is the file itself', async (_, ways) => {
    const { result, path, output } = await plain({ ways })
    expect(result).toBe(path)
    expect(existsSync(output)).toBe(false)
  })

  test('uses a "yes" that is there already', async () => {
    const { after } = await plain({
      ways: [way({ lit: 'yes', bridge: 'viaduct' }), way({ bridge: 'trestle', oneway: 'no' })],
    })
    expect(after.flatMap(({ tags }) => (tags?.bridge ? [tags] : []))).toEqual([
      { lit: 'yes', bridge: 'yes' },
      { bridge: 'yes', oneway: 'no' },
    ])
  })
})
