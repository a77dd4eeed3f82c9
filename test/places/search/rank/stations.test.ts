import { describe, expect, it } from 'vitest'
import { asking, ids } from '../asking.ts'
import { gazetteerOf, type Sketch } from '../small-gazetteer.ts'

const metersNorth = (meters: number) => 45 + meters / 111_195

function stop(id: string, category: string, meters: number, fields: Partial<Sketch> = {}): Sketch {
  const at = { lat: metersNorth(meters), lon: 5 }
  return { id, type: 'venue', name: 'Lindengasse', categories: [category], ...at, ...fields }
}

async function found(places: readonly Sketch[], text = 'Lindengasse') {
  return ids(await asking(await gazetteerOf(places)).search(text))
}

describe('stations and stops of one name', () => {
  const station = stop('station', 'train_station', 0, { importance: 0.4 })

  it('are one within 400 m, whatever stops there: the best', async () => {
    const others = [stop('tram', 'tram_stop', 300), stop('bus', 'bus_stop', -380)]
    expect(await found([...others, station])).toEqual(['station'])
  })

  it('are several farther apart', async () => {
    expect(await found([station, stop('bus', 'bus_stop', 450)])).toEqual(['station', 'bus'])
  })

  it('hide nothing else of the name', async () => {
    const others = [
      stop('shop', 'bakery', 250),
      stop('street', 'tram_stop', 30, { type: 'street', categories: [] }),
      stop('other', 'bus_stop', 30, { name: 'Lindengasse Nord' }),
    ]
    expect((await found([station, ...others])).sort()).toEqual([
      'other',
      'shop',
      'station',
      'street',
    ])
  })

  it('are found by their kind', async () => {
    const places = [station, stop('bus', 'bus_stop', 100)]
    expect((await found(places, 'bus stop Lindengasse'))[0]).toBe('bus')
  })
})

describe('the confidence of results', () => {
  it('never rises along a list, so that a threshold leaves the best', async () => {
    const places: Sketch[] = [
      { id: 'avenue', type: 'street', name: 'Lindengasse Nordring', importance: 0.9 },
      { id: 'hamlet', type: 'locality', name: 'Lindengasse', importance: 0.05 },
    ]
    const results = await asking(await gazetteerOf(places)).search('Lindengasse')
    expect(results.map(({ place }) => place.id)).toEqual(['avenue', 'hamlet'])
    const [avenue, hamlet] = results
    expect(hamlet!.confidence).toBeLessThanOrEqual(avenue!.confidence)
  })
})
