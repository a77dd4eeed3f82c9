import fc from 'fast-check'
import * as mgrs from 'mgrs'
import { describe, expect, it } from 'vitest'
import { distanceMeters } from '#ground/geo'
import { coordinatesIn, positionWithin } from '#places/search'

const expected = { lat: 47.15, lon: 9.53 }

type Write = (lat: number, lon: number) => string

const letters = (lat: number, lon: number) => [lat < 0 ? 'S' : 'N', lon < 0 ? 'W' : 'E'] as const
const plain = (value: number) => Math.abs(value).toFixed(6)
/** Degrees and minutes; and degrees, minutes and seconds. */
const minutes = (value: number) => {
  const micro = Math.round(Math.abs(value) * 1e6)
  return [Math.floor(micro / 1e6), (((micro % 1e6) / 1e6) * 60).toFixed(6)] as const
}
const seconds = (value: number) => {
  const micro = Math.round(Math.abs(value) * 1e6)
  const all = (micro % 1e6) * 0.0036
  return [Math.floor(micro / 1e6), Math.floor(all / 60), (all % 60).toFixed(4)] as const
}

const notations: readonly Write[] = [
  (lat, lon) => `${lat.toFixed(6)}, ${lon.toFixed(6)}`,
  (lat, lon) => `${lat.toFixed(6)} ${lon.toFixed(6)}`,
  (lat, lon) => `${lat.toFixed(6)};${lon.toFixed(6)}`.replaceAll('.', ','),
  (lat, lon) => `${plain(lat)}${letters(lat, lon)[0]} ${plain(lon)}${letters(lat, lon)[1]}`,
  (lat, lon) => `${letters(lat, lon)[1]} ${plain(lon)}, ${letters(lat, lon)[0]} ${plain(lat)}`,
  (lat, lon) => {
    const [ns, ew] = letters(lat, lon)
    return `${ns} ${minutes(lat).join(' ')} ${ew} ${minutes(lon).join(' ')}`
  },
  (lat, lon) => {
    const [ns, ew] = letters(lat, lon)
    return `${minutes(lat).join('° ')}' ${ns}, ${minutes(lon).join('° ')}' ${ew}`
  },
  (lat, lon) => {
    const [ns, ew] = letters(lat, lon)
    return `${seconds(lat).join(' ')} ${ns} ${seconds(lon).join(' ')} ${ew}`
  },
  (lat, lon) => `lat ${lat.toFixed(6)} lon ${lon.toFixed(6)}`,
  (lat, lon) => `longitude: ${lon.toFixed(6)}, latitude: ${lat.toFixed(6)}`,
  (lat, lon) => `{"lat": ${lat.toFixed(6)}, "lng": ${lon.toFixed(6)}}`,
  (lat, lon) => `geo:${lat.toFixed(6)},${lon.toFixed(6)};u=10`,
  (lat, lon) => `POINT(${lon.toFixed(6)} ${lat.toFixed(6)})`,
  (lat, lon) => `https://www.google.com/maps/@${lat.toFixed(6)},${lon.toFixed(6)},17z`,
  (lat, lon) => `https://www.openstreetmap.org/#map=17/${lat.toFixed(6)}/${lon.toFixed(6)}`,
  (lat, lon) => `https://www.bing.com/maps?cp=${lat.toFixed(6)}~${lon.toFixed(6)}`,
]

describe('coordinates in a query text', () => {
  it.each([
    '47.15, 9.53',
    '47.15 9.53',
    '47.15,9.53',
    '47,15 9,53',
    '47,15; 9,53',
    '47,15, 9,53',
    '47.15 N 9.53 E',
    'N 47.15 E 9.53',
    '47.15N9.53E',
    '9.53 E 47.15 N',
    '47°9\'0"N 9°31\'48"E',
    '47° 9′ N, 9° 31.8′ E',
    'geo:47.15,9.53',
    '(47.15, 9.53)',
    '  47.15 ,  9.53 ',
    '47 9 N 9 31.8 E',
    'N 47 9.0 E 009 31.800',
    'N 47° 09.000 E 009° 31.800',
    '47 9 0 N 9 31 48 E',
    '47 9 0 9 31 48',
    '47 9.0 9 31.8',
    '47:9:0N 9:31:48E',
    '470900N 0093148E',
    '+47.1500+009.5300/',
    'lat 47.15 lon 9.53',
    'lat: 47.15, lng: 9.53',
    'lon 9.53 lat 47.15',
    'Latitude=47.15 Longitude=9.53',
    'Latitud 47,15 Longitud 9,53',
    'lat: 47°9\'0"N, lon: 9°31\'48"E',
    '{"lat": 47.15, "lng": 9.53}',
    '{"type":"Point","coordinates":[9.53,47.15]}',
    'geo:47.15,9.53;u=35',
    'geo:47.15,9.53,440?z=11',
    'geo:0,0?q=47.15,9.53(A name)',
    'POINT(9.53 47.15)',
    'POINT Z (9.53 47.15 440)',
    'SRID=4326;POINT(9.53 47.15)',
  ])('are read from %s', (text) => {
    const position = coordinatesIn(text)
    expect(position?.lat).toBeCloseTo(expected.lat, 9)
    expect(position?.lon).toBeCloseTo(expected.lon, 9)
  })

  it('are negative in the south and the west', () => {
    expect(coordinatesIn('33.86 S 70.65 W')).toEqual({ lat: -33.86, lon: -70.65 })
    expect(coordinatesIn('-33.86, -70.65')).toEqual({ lat: -33.86, lon: -70.65 })
  })

  it('are swapped when the first cannot be a latitude', () => {
    expect(coordinatesIn('151.2, -33.86')).toEqual({ lat: -33.86, lon: 151.2 })
  })

  it.each([
    '12 40',
    '75006 12',
    '01 42 68 53 00',
    '33 6 12 34 56 78',
    '42 30 1 31',
    '3S ST 1200',
    '4W ST 1234',
    '2345+67',
    'GG4C+XX',
    'SRID=3857;POINT(9.53 47.15)',
    'geo:47.15,9.53;crs=other',
    'https://example.com/47',
    'https://maps.example/AbCdEf',
    '14/2',
    '25-10',
    '12',
    'Rue 47.15, 9.53',
    '91.5, 200.5',
    '47.15 N 9.53 N',
    '47°75\'0"N 9°31\'48"E',
    '',
  ])('are not read from %s', (text) => {
    expect(coordinatesIn(text)).toBeUndefined()
  })

  it('equal the decimals that were written', () => {
    const degrees = (most: number) => fc.integer({ min: -most * 1e5, max: most * 1e5 })
    fc.assert(
      fc.property(degrees(90), degrees(180), (lat, lon) => {
        const text = `${(lat / 1e5).toFixed(5)}, ${(lon / 1e5).toFixed(5)}`
        const position = coordinatesIn(text)
        expect(position?.lat).toBeCloseTo(lat / 1e5, 9)
        expect(position?.lon).toBeCloseTo(lon / 1e5, 9)
      }),
    )
  })

  it.each([
    'https://www.google.com/maps/@47.15,9.53,15z',
    'https://www.google.com/maps/place/A+name/@47.1,9.5,17z/data=!4m6!3m5!1s0x0:0x0!8m2!3d47.15!4d9.53',
    'https://www.google.com/maps/search/?api=1&query=47.15%2C9.53',
    'https://www.google.com/maps/search/47.15,+9.53',
    'https://maps.google.com/?q=47.15,9.53&ll=47.1,9.5',
    'https://maps.google.com/?ll=47.15,9.53&z=3',
    'https://www.openstreetmap.org/#map=15/47.15/9.53',
    'https://www.openstreetmap.org/?mlat=47.15&mlon=9.53#map=15/47.1/9.5',
    'https://opentopomap.org/#map=15/47.15/9.53',
    'https://example.com/map#15.2/47.15/9.53',
    'https://maps.apple.com/?ll=47.15,9.53&q=A%20name',
    'https://www.bing.com/maps?cp=47.15~9.53&lvl=15',
    'https://waze.com/ul?ll=47.15,9.53&navigate=yes',
    'https://www.waze.com/live-map/directions?to=ll.47.15%2C9.53',
    'https://wego.here.com/?map=47.15,9.53,15,normal',
    'https://share.here.com/l/47.15,9.53,A%20name?z=15',
    'https://yandex.com/maps/?ll=9.53%2C47.15&z=15',
    'https://mapy.cz/zakladni?x=9.53&y=47.15&z=15',
    'https://osmand.net/map?pin=47.15,9.53#15/47.1/9.5',
  ])('are read from the link %s', (text) => {
    expect(coordinatesIn(text)).toEqual(expected)
  })

  /** From the test cases of the specification of Open Location Code. */
  it.each([
    ['7FG49QCJ+2V', 20.3700625, 2.7821875],
    ['8FVC2222+22', 47.0000625, 8.0000625],
    ['4VCPPQGP+Q9', -41.2730625, 174.7859375],
    ['7FG40000+', 20.5, 2.5],
    ['8fvc2222+235', 47.0000125, 8.000234375],
  ])('are the middle of the plus code %s', (code, lat, lon) => {
    const position = coordinatesIn(code)!
    expect(position.lat).toBeCloseTo(lat, 7)
    expect(position.lon).toBeCloseTo(lon, 7)
  })

  it('are read from each notation as they were written into it', () => {
    const microdegrees = (max: number) => fc.integer({ min: -max * 1e6, max: max * 1e6 })
    fc.assert(
      fc.property(
        microdegrees(90),
        microdegrees(180),
        fc.constantFrom(...notations),
        (latMicro, lonMicro, write) => {
          const [lat, lon] = [latMicro / 1e6, lonMicro / 1e6]
          const text = write(lat, lon)
          const position = coordinatesIn(text)
          expect(position?.lat, text).toBeCloseTo(lat, 6)
          expect(position?.lon, text).toBeCloseTo(lon, 6)
        },
      ),
    )
  })

  it('of a military grid square are within it, by another implementation', () => {
    fc.assert(
      fc.property(
        fc.double({ min: -79, max: 83, noNaN: true }),
        fc.double({ min: -179.9, max: 179.9, noNaN: true }),
        (lat, lon) => {
          const square = mgrs.forward([lon, lat], 5)
          const position = coordinatesIn(square)
          expect(position, square).toBeDefined()
          expect(distanceMeters({ lat, lon }, position!), square).toBeLessThan(2)
        },
      ),
    )
  })

  it('of the UTM grid are those of the military square with the same metres', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 300_000, max: 700_000 }),
        fc.integer({ min: 1_000, max: 9_300_000 }),
        (zone, easting, northing) => {
          const position = coordinatesIn(`${zone}N ${easting} ${northing}`)!
          const square = mgrs.forward([position.lon, position.lat], 5)
          const [, east, north] = /(\d{5})(\d{5})$/.exec(square)!
          const off = (a: number, digits: string) =>
            Math.min(...[-1e5, 0, 1e5].map((turn) => Math.abs((a % 1e5) - Number(digits) + turn)))
          // The other zone of a position on the seam, or of the exceptions at Norway, has other metres.
          if (!square.startsWith(`${zone}`)) return
          expect(off(easting, east!), square).toBeLessThanOrEqual(1)
          expect(off(northing, north!), square).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('are never read from words, street addresses and postcodes', () => {
    const word = fc.stringMatching(/^[A-Za-zÀ-ÿ'’.-]{2,12}$/)
    const number = fc.oneof(
      fc.integer({ min: 1, max: 99_999 }).map(String),
      fc.stringMatching(/^[1-9]\d{0,3}[a-f]?$/),
      fc.stringMatching(/^\d{1,3}[-/]\d{1,3}$/),
    )
    const text = fc
      .array(fc.oneof({ weight: 3, arbitrary: word }, number), { minLength: 1, maxLength: 8 })
      .filter((parts) => parts.some((part) => /^\p{L}{4}/u.test(part)))
      .map((parts) => parts.join(' '))
    fc.assert(
      fc.property(text, (typed) => {
        expect(coordinatesIn(typed)).toBeUndefined()
        expect(positionWithin(typed, () => false)).toBeUndefined()
      }),
    )
  })

  it.each([
    'Calle Mayor 12, 3 A',
    'Rua Augusta nº 12, 3 Lisboa',
    'Main Street 12, 5 in Berlin',
    'Atatürk Caddesi No: 12, 5 Ankara',
    'Flat at 12, 45 High Street',
    'Hotel 12, 3',
  ])('are never read from a house number and a floor: %s', (typed) => {
    expect(positionWithin(typed, (rest) => rest === 'Hotel')).toBeUndefined()
  })

  it('are valid or absent for any text, without an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const { lat = 0, lon = 0 } = coordinatesIn(text) ?? {}
        expect(Math.abs(lat)).toBeLessThanOrEqual(90)
        expect(Math.abs(lon)).toBeLessThanOrEqual(180)
      }),
    )
  })
})
