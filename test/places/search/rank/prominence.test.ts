import { describe, expect, it } from 'vitest'
import { asking, ids } from '../asking.ts'
import { gazetteerOf, type Sketch, towns } from '../small-gazetteer.ts'

/** 400 streets of one name all over, none of note, and the towns. */
const streets: Sketch[] = Array.from({ length: 400 }, (_, i) => ({
  id: `church${i}`,
  type: 'street',
  name: 'Church Street',
  lat: 40 + Math.floor(i / 20) * 0.4,
  lon: (i % 20) * 0.4,
  importance: 0.2 + (i % 7) * 0.001,
}))
const { search, complete } = asking(await gazetteerOf([...towns, ...streets]))

describe('a focus', () => {
  it('ranks the nearest of many namesakes first, however unimportant', async () => {
    for (const i of [0, 137, 399]) {
      const { lat, lon } = streets[i]! as { lat: number; lon: number }
      const focus = { lat: lat + 0.01, lon }
      expect(ids(await search('Church Street', { focus }))[0]).toBe(`church${i}`)
      expect(ids(await complete('church str', { focus }))[0]).toBe(`church${i}`)
    }
  })

  it('ranks a small town nearby before or beside the famous one far away, which stays', async () => {
    const focus = { lat: 45.12, lon: 5.3 }
    const found = ids(await search('Paris', { focus }))
    expect(found).toContain('hamlet')
    expect(found).toContain('paris')
    expect(found.indexOf('paris')).toBeLessThan(found.indexOf('cafe'))
  })

  it('pins the famous place far away among few results', async () => {
    const cafes: Sketch[] = Array.from({ length: 12 }, (_, i) => ({
      id: `cafe${i}`,
      type: 'venue',
      name: 'Auckland',
      lat: 45 + i * 0.01,
    }))
    const city: Sketch = {
      id: 'city',
      type: 'locality',
      name: 'Auckland',
      importance: 0.8,
      lat: -36.85,
      lon: 174.76,
      countryCode: 'NZL',
    }
    const asked = asking(await gazetteerOf([...cafes, city]))
    expect(ids(await asked.search('Auckland', { focus: { lat: 45, lon: 5 } }))).toContain('city')
  })

  it('does not change confidence', async () => {
    const [near] = await search('Paris', { focus: { lat: 45.12, lon: 5.3 } })
    expect(near!.confidence).toBe(1)
  })
})

describe('the scale of a focus', () => {
  const focus = { lat: 45, lon: 5 }
  const tower = { type: 'venue', name: 'Lindenturm' } as const
  const near: Sketch = { ...tower, id: 'near', lat: 45.0072, lon: 5, importance: 0.15 }
  const far: Sketch = { ...tower, id: 'far', lat: 45.036, lon: 5, importance: 0.4 }
  const famous: Sketch = { ...tower, id: 'famous', lat: 47, lon: 5, importance: 0.95 }
  /** So many shops within some 2 km of the focus. */
  const shops = (count: number): Sketch[] =>
    Array.from({ length: count }, (_, i) => ({
      id: `shop${i}`,
      type: 'venue',
      name: `Laden ${i}`,
      lat: 45 + ((i % 50) - 25) * 0.0008,
      lon: 5 + ((i * 7) % 50) * 0.001 - 0.025,
    }))

  it('is by how densely places lie there: in a town 800 m come before 4 km, and the famous stays', async () => {
    const town = asking(await gazetteerOf([...shops(2000), near, far, famous]))
    const found = ids(await town.search('Lindenturm', { focus }))
    expect(found).toContain('famous')
    expect(found.indexOf('near')).toBeLessThan(found.indexOf('far'))
    const typing = ids(await town.complete('Lindent', { focus }))
    expect(typing.indexOf('near')).toBeLessThan(typing.indexOf('far'))
    const country = asking(await gazetteerOf([...shops(10), near, far, famous]))
    const there = ids(await country.search('Lindenturm', { focus }))
    expect(there.indexOf('far')).toBeLessThan(there.indexOf('near'))
  })

  it('is the given one, however densely places lie there', async () => {
    const town = asking(await gazetteerOf([...shops(2000), near, far]))
    const found = await town.search('Lindenturm', { focus, focusScaleMeters: 50_000 })
    expect(ids(found)).toEqual(['far', 'near'])
  })

  it('of namesakes far beyond it, the nearer still comes first', async () => {
    const beyond: Sketch = { ...near, id: 'beyond', lat: 45.4, importance: 0.16 }
    const town = asking(await gazetteerOf([...shops(2000), { ...far, importance: 0.15 }, beyond]))
    expect(ids(await town.search('Lindenturm', { focus }))).toEqual(['far', 'beyond'])
  })

  it('says within which distance nearness comes before importance', async () => {
    const focus = { lat: 45, lon: 5 }
    const alley = { type: 'street', name: 'Lindenallee', lon: 5 } as const
    const asked = asking(
      await gazetteerOf([
        { ...alley, id: 'beside', lat: 45.0005, importance: 0.2 },
        { ...alley, id: 'main', lat: 45.02, importance: 0.5 },
      ]),
    )
    const found = (focusScaleMeters: number) => {
      return asked.search('Lindenallee', { focus, focusScaleMeters })
    }
    expect(ids(await found(50_000))).toEqual(['main', 'beside'])
    expect(ids(await found(500))).toEqual(['beside', 'main'])
  })
})
