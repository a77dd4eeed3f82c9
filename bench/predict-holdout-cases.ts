import { fromFile } from 'geotiff'

/**
 * A synthetic case over real ground, drawn from published figures that the model is not fitted to. This file shares
 * no code with the model or its ground reader: it reads `features.tif` itself, defines its own classes, and draws
 * distances and places by rejection.
 */
export interface SyntheticFind {
  lat: number
  lon: number
  /** Drawn distance from the origin. */
  meters: number
}

type Ground =
  | 'building'
  | 'road'
  | 'trail'
  | 'line'
  | 'stream'
  | 'shore'
  | 'woods'
  | 'brush'
  | 'field'
  | 'lake'
  | 'unknown'
  | 'beyond'

/** Rules for placing finds on the ground. */
export interface Behaviour {
  name: string
  profile: 'dementia_alzheimers' | 'despondent'
  /** Share of finds in groups of ground; the rest may be anywhere. */
  shares?: readonly (readonly [share: number, grounds: readonly Ground[]])[]
  /** Relative density of finds, 1 where not listed. */
  densities?: Partial<Record<Ground, number>>
}

const water: readonly Ground[] = ['stream', 'shore']

/**
 * Behaviours from columns of ISRID (camsar.app) and Virginia (dbs-sar.com), from multipliers of Jacobs 2015, and
 * without any preference.
 */
export const behaviours: readonly Behaviour[] = [
  {
    name: 'ISRID shares',
    profile: 'dementia_alzheimers',
    shares: [
      [0.2, ['building']],
      [0.18, ['road', 'trail']],
      [0.17, ['woods']],
      [0.14, ['field']],
    ],
  },
  {
    name: 'Virginia shares',
    profile: 'dementia_alzheimers',
    shares: [
      [0.15, ['building']],
      [0.07, ['road', 'trail']],
      [0.07, ['woods']],
      [0.18, ['field']],
      [0.18, water],
      [0.29, ['brush']],
    ],
  },
  {
    name: 'ISRID shares',
    profile: 'despondent',
    shares: [
      [0.26, ['building']],
      [0.12, ['road', 'trail']],
      [0.25, ['woods']],
      [0.15, water],
    ],
  },
  {
    name: 'Virginia shares',
    profile: 'despondent',
    shares: [
      [0.18, ['building']],
      [0.1, ['road', 'trail']],
      [0.21, ['woods']],
      [0.03, ['field']],
      [0.28, water],
      [0.03, ['brush']],
      [0.13, ['line']],
    ],
  },
  ...(['dementia_alzheimers', 'despondent'] as const).flatMap((profile): Behaviour[] => [
    {
      name: 'Jacobs densities',
      profile,
      // Means of uninjured and injured people: hikers, hunters and gatherers.
      densities: { road: 2.25, trail: 6, shore: 2, stream: 2.75, lake: 0 },
    },
    { name: 'no preference', profile },
  ]),
]

/** Shares of finds within distances, metres: misper.uk (279 cases) and dbs-sar.com, Virginia (65 cases). */
const distances = {
  dementia_alzheimers: [
    [0, 0],
    [50, 0.1],
    [300, 0.2],
    [500, 0.3],
    [1_000, 0.4],
    [1_200, 0.5],
    [2_000, 0.6],
    [2_900, 0.7],
    [5_000, 0.8],
    [9_500, 0.9],
    [270_000, 1],
  ],
  despondent: [
    [0, 0],
    [200, 0.25],
    [300, 0.5],
    [2_600, 0.75],
    [8_000, 0.96],
    [32_200, 1],
  ],
} as const

// File format according to its description: bands by number, land cover codes, distances in steps of 2 m.
const band = { cover: 0, road: 1, path: 2, shore: 3, stream: 4, building: 5, line: 7 }
const code = { unknown: 0, wood: 1, scrub: 2, lake: 8, beyond: 255 }
const toSteps = (meters: number) => meters / 2

export class GroundRaster {
  readonly #bands: Uint8Array[]
  readonly #west: number
  readonly #north: number
  readonly #stepLon: number
  readonly #stepLat: number
  readonly #width: number
  readonly #height: number

  private constructor(
    bands: Uint8Array[],
    [west, north]: [number, number],
    [stepLon, stepLat]: [number, number],
    [width, height]: [number, number],
  ) {
    this.#bands = bands
    this.#west = west
    this.#north = north
    this.#stepLon = stepLon
    this.#stepLat = stepLat
    this.#width = width
    this.#height = height
  }

  static async open(path: string): Promise<GroundRaster> {
    const file = await fromFile(path)
    const image = await file.getImage()
    const bands = (await image.readRasters()) as unknown as Uint8Array[]
    const [west = 0, north = 0] = image.getOrigin()
    const [stepLon = 0, stepLat = 0] = image.getResolution()
    const size: [number, number] = [image.getWidth(), image.getHeight()]
    await file.close()
    return new GroundRaster(bands, [west, north], [stepLon, Math.abs(stepLat)], size)
  }

  at(lat: number, lon: number): Ground {
    const column = Math.floor((lon - this.#west) / this.#stepLon)
    const row = Math.floor((this.#north - lat) / this.#stepLat)
    if (column < 0 || row < 0 || column >= this.#width || row >= this.#height) return 'beyond'
    const pixel = row * this.#width + column
    const near = (name: keyof typeof band, meters: number) =>
      this.#bands[band[name]]![pixel]! <= toSteps(meters)
    const cover = this.#bands[band.cover]![pixel]!
    if (cover === code.beyond) return 'beyond'
    if (near('building', 10)) return 'building'
    if (near('road', 12)) return 'road'
    if (near('path', 12)) return 'trail'
    if (near('stream', 20)) return 'stream'
    if (near('shore', 30)) return 'shore'
    if (cover === code.lake) return 'lake'
    if (near('line', 10)) return 'line'
    if (cover === code.unknown) return 'unknown'
    if (cover === code.wood) return 'woods'
    return cover === code.scrub ? 'brush' : 'field'
  }

  /** Draws a place with a building or, with a lower weight, a road, at least this far from the edges. */
  origin(random: () => number, marginMeters: number): { lat: number; lon: number } {
    const latMargin = marginMeters / 111_320
    for (let tries = 0; tries < 1e6; tries++) {
      const share = { x: random(), y: random() }
      const southern = this.#north - this.#height * this.#stepLat
      const lat = southern + latMargin + share.y * (this.#north - southern - 2 * latMargin)
      const lonMargin = latMargin / Math.cos((lat * Math.PI) / 180)
      const lon = this.#west + lonMargin + share.x * (this.#width * this.#stepLon - 2 * lonMargin)
      const ground = this.at(lat, lon)
      if (ground === 'building' || (ground === 'road' && random() < 0.1)) return { lat, lon }
    }
    throw new Error('no settled place in the raster')
  }

  /**
   * Draws a find of a behaviour: first its ground, then a place on it at about the drawn distance. If there is no
   * such place, the ground is drawn again.
   */
  find(origin: { lat: number; lon: number }, behaviour: Behaviour, random: () => number) {
    const meters = drawDistance(distances[behaviour.profile], random())
    for (let round = 0; round < 20; round++) {
      const wanted = pickGrounds(behaviour, random())
      for (let tries = 0; tries < 400; tries++) {
        const away = meters * (0.9 + 0.2 * random())
        const angle = 2 * Math.PI * random()
        const lat = origin.lat + (away * Math.cos(angle)) / 111_320
        const lon =
          origin.lon + (away * Math.sin(angle)) / (111_320 * Math.cos((origin.lat * Math.PI) / 180))
        const ground = this.at(lat, lon)
        const isWanted = wanted ? wanted.includes(ground) : true
        const density = (behaviour.densities?.[ground] ?? 1) / 6
        if (!isWanted || (behaviour.densities && random() > density)) continue
        return { lat, lon, meters }
      }
    }
    return { ...origin, meters: Number.POSITIVE_INFINITY }
  }
}

function pickGrounds({ shares = [] }: Behaviour, draw: number): readonly Ground[] | undefined {
  let sum = 0
  for (const [share, grounds] of shares) {
    sum += share
    if (draw < sum) return grounds
  }
  return undefined
}

/** Draws a distance: uniform over area below the first tabulated distance, uniform over the logarithm beyond. */
function drawDistance(
  table: readonly (readonly [meters: number, share: number])[],
  draw: number,
): number {
  const next = table.findIndex(([, share]) => share >= draw)
  const [[from, low], [to, high]] = [table[Math.max(0, next - 1)]!, table[Math.max(1, next)]!]
  const part = (draw - low) / (high - low)
  return from === 0 ? to * Math.sqrt(part) : from * (to / from) ** part
}
