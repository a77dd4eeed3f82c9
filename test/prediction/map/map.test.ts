import { decode } from 'fast-png'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Incident, predict, type SearchArea } from '#prediction'
import {
  computeFrameBox,
  createFrame,
  drawMap,
  formatLocalTime,
  groupIntoMapClasses,
  measureGroundSide,
  picture,
  wrapText,
} from '#prediction/map'
import { analyticLandscape, lake } from '../../fixtures/landscape.ts'

const center = { lat: 45, lon: 7 }
const landscape = analyticLandscape({ center, radiusMeters: 4000, at: lake() })

async function draw(area: SearchArea, more: Partial<Incident> = {}) {
  const incident: Incident = {
    profile: 'despondent',
    area,
    datetime: new Date('2026-03-01T10:00:00Z'),
    weatherSource: 'neutral',
    ...more,
  }
  const prediction = await predict(landscape, incident)
  const frame = createFrame(prediction, area.type === 'circle' ? area.center : undefined)
  const view = await landscape.view(computeFrameBox(frame))
  const svg = drawMap(incident, prediction, view, frame, { attribution: 'Ground & more <of mine>' })
  return { prediction, frame, svg }
}

const circle: SearchArea = { type: 'circle', center, radiusMeters: 600 }

let drawn: Awaited<ReturnType<typeof draw>>
beforeAll(async () => {
  drawn = await draw(circle, { ageYears: 40 })
})

describe('the map of a prediction', () => {
  it('shows every hexagon once, within the map', () => {
    const { svg, prediction, frame } = drawn
    const moves = [...svg.replace(/<path class=[^>]+>/g, '').matchAll(/M(-?[\d.]+) (-?[\d.]+)L/g)]
    expect(moves).toHaveLength(prediction.ids.length)
    for (const [, x, y] of moves) {
      expect(Number(x)).toBeGreaterThan(0)
      expect(Number(x)).toBeLessThan(picture.map)
      expect(Number(y)).toBeGreaterThan(0)
      expect(Number(y)).toBeLessThan(picture.map)
    }
    expect(frame.meters).toBeGreaterThan(1200)
  })

  it('places the point last seen in the middle and north at the top', () => {
    const { frame } = drawn
    const seen = frame.toPixel(center)
    const north = frame.toPixel({ lat: center.lat + 0.003, lon: center.lon })
    expect(Math.abs(seen.x - picture.map / 2)).toBeLessThan(picture.map / 10)
    expect(north.x).toBeCloseTo(seen.x, 3)
    expect((seen.y - north.y) * frame.metersPerPixel).toBeCloseTo(333.4, 0)
  })

  it('draws the ground beneath as an image of the right size, with blue water', () => {
    const { svg, frame } = drawn
    const encoded = /data:image\/png;base64,([^"]+)"/.exec(svg)?.[1] ?? ''
    const png = decode(Buffer.from(encoded, 'base64'))
    expect([png.width, png.height]).toEqual([measureGroundSide(frame), measureGroundSide(frame)])
    const { x, y } = frame.toPixel({ lat: center.lat, lon: center.lon + 600 / 78_850 })
    const pixel = (mapPixel: number) => Math.floor((mapPixel / picture.map) * png.width)
    const at = (pixel(y) * png.width + pixel(x)) * 3
    const [red, , blue] = png.data.subarray(at, at + 3)
    expect(blue! - red!).toBeGreaterThan(40)
  })

  it('contains its warning and its attribution, escaped for SVG', () => {
    const { svg } = drawn
    expect(svg).toContain('not for operational use')
    expect(svg).toContain('Ground &amp; more &lt;of')
    expect(svg).toContain('age 40')
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('outlines the regions of 50 and 95 %, around all of their hexagons', () => {
    const { svg, prediction } = drawn
    const outlines = [...svg.matchAll(/class="contour" d="([^"]+)"/g)].map(([, d]) => d!)
    expect(outlines).toHaveLength(2)
    const [half, most] = outlines.map((d) => d.split('L').length)
    expect(most).toBeGreaterThan(half!)
    const region = prediction.regions.find(({ percent }) => percent === 95)!
    expect(svg).toContain(`95 % of the chance here, ${(region.squareMeters / 1e6).toFixed(2)} km²`)
  })

  it('labels segments with their name and probability, and hatches searched ground', async () => {
    const rings = [
      [
        [6.998, 44.998],
        [7.002, 44.998],
        [7.002, 45.002],
        [6.998, 44.998],
      ] as [number, number][],
    ]
    const polygon = { rings, middle: center, squareMeters: 70_000 }
    const { svg, prediction } = await draw(circle, {
      segments: [{ name: 'North <& east>', polygon }],
      searches: [{ polygon, probabilityOfDetection: 0.5 }],
    })
    expect(svg).toContain('North &lt;&amp; east&gt;')
    expect(svg).toContain(`${Math.round(100 * prediction.segments![0]!.probability)} %`)
    expect(svg).toMatch(/class="searched"/)
    expect(svg).not.toMatch(/NaN|undefined|Infinity/)
  })

  it('shows the local time of the place, with summer time', () => {
    expect(drawn.svg).toContain('2026-03-01 11:00 local time (GMT+1)')
    const summer = new Date('2026-07-01T22:30:00Z')
    expect(formatLocalTime(summer, center)).toBe('2026-07-02 00:30 local time (GMT+2)')
    expect(formatLocalTime(summer, { lat: 0, lon: -140 })).toMatch(/^2026-07-01 \d\d:30 local time/)
  })

  it('draws cones, polygons and paths', async () => {
    const ring = [
      [7, 45],
      [7.01, 45],
      [7.01, 45.01],
      [7, 45],
    ] as [number, number][]
    const cone = await draw(circle, { initialBearingDegrees: 90 })
    const polygon = await draw({ type: 'polygon', rings: [ring] })
    const path = await draw({ type: 'path', line: ring.slice(0, 2), bufferMeters: 100 })
    expect(cone.svg).toContain('Outside the cone')
    for (const { svg } of [polygon, path]) {
      expect(svg).toMatch(/fill="none" stroke="#1b3a6b" stroke-width="2"/)
      expect(svg).not.toContain('last seen')
      expect(svg).not.toMatch(/NaN|undefined|Infinity/)
    }
  })
})

describe('the legend', () => {
  it('counts every hexagon with a score, and each class holds the share of its scores', () => {
    const { prediction } = drawn
    const classes = groupIntoMapClasses(prediction)
    const scored = prediction.scores.filter((score) => score > 0).length
    expect(classes.reduce((sum, { hexes }) => sum + hexes, 0)).toBe(scored)
    const largest = Math.max(...prediction.probabilities) / (1 - prediction.outsideMass!)
    classes.forEach(({ lowest, shareWithDarker }) => {
      // Hexagons with a score of at least s hold 1 - s/30 of the probability, or one hexagon more.
      expect(shareWithDarker).toBeGreaterThan(1 - lowest / 30 - 1e-9)
      expect(shareWithDarker).toBeLessThan(1 - (lowest - 1) / 30 + largest)
    })
  })

  it('breaks lines between words', () => {
    expect(wrapText('one two  three fourteen', 8)).toEqual(['one two', 'three', 'fourteen'])
  })
})
