import { raiseCosts } from '../land/cost-surface.ts'
import { pass, peak } from '../plan/sites.ts'
import { distance, type IslandPoint, resample, smooth } from '../plane/geometry.ts'
import { traceLakeShore } from './country-roads.ts'
import { type CostSurface, findLeastCostPath, type PathRule } from './least-cost-path.ts'
import type { MapTags, Network, Road, Vertex } from './network.ts'
import type { StreetGrid } from './streets.ts'

/** Mountain places at the ends of trails. */
export interface Highland {
  huts: Vertex[]
  alps: Vertex[]
  summits: Vertex[]
  trails: Road[]
}

const sac = ['hiking', 'mountain_hiking', 'demanding_mountain_hiking', 'alpine_hiking'] as const
const visibility = ['excellent', 'good', 'intermediate', 'bad'] as const

function track(grade: 1 | 2 | 3 | 4 | 5): MapTags {
  const surface = ['asphalt', 'compacted', 'gravel', 'ground', 'grass'][grade - 1]!
  return { highway: 'track', tracktype: `grade${grade}`, surface }
}

function path(difficulty: 1 | 2 | 3 | 4, name?: string): MapTags {
  return {
    highway: 'path',
    sac_scale: sac[difficulty - 1]!,
    trail_visibility: visibility[difficulty - 1]!,
    surface: difficulty > 2 ? 'rock' : 'ground',
    foot: 'designated',
    ...(name ? { name } : {}),
  }
}

const onWheels: PathRule = { gradePercent: 11, turnMeters: 25 }
const onFoot: PathRule = { gradePercent: 26, turnMeters: 0 }

/** Builds tracks to the alps, paths to huts and summits, the coast path and the cycleway along the lake. */
export function buildTrails(
  network: Network,
  surface: CostSurface,
  grids: Map<string, StreetGrid>,
): Highland {
  const highland: Highland = { huts: [], alps: [], summits: [], trails: [] }
  const lay = (from: Vertex, to: Vertex, tags: MapTags) => {
    const rule = tags.highway === 'path' ? onFoot : onWheels
    const line = smooth(findLeastCostPath(surface, from, to, rule, 1_000), 2)
    const vertices = [from, ...resample(line, 40).slice(1, -1), to]
    highland.trails.push(network.add(vertices, tags, { bed: 'natural' }))
    // The next trail must find a different line.
    raiseCosts(surface, line, 60, 1.8)
  }
  const edge = (key: string, toward: IslandPoint): Vertex => {
    const grid = grids.get(key)!
    const corners = grid.streets.flatMap((street) => street.vertices)
    return corners.reduce((best, v) => (distance(v, toward) < distance(best, toward) ? v : best))
  }
  const site = (
    kind: keyof Omit<Highland, 'trails'>,
    x: number,
    y: number,
    tags: MapTags,
  ): Vertex => {
    const vertex = { x, y, tags }
    highland[kind].push(vertex)
    return vertex
  }
  const alp = (x: number, y: number, name: string) =>
    site('alps', x, y, { place: 'isolated_dwelling', name })
  const hut = (x: number, y: number, name: string, english: string) =>
    site('huts', x, y, { tourism: 'alpine_hut', name, 'name:en': english, capacity: '48' })
  const summit = (x: number, y: number, name: string, names: MapTags = {}) =>
    site('summits', x, y, { natural: 'peak', name, ...names })

  const auvren = summit(peak.x, peak.y, 'Piz Auvren', {
    'name:en': 'Mount Auvren',
    'name:fr': 'Pic d’Auvren',
  })
  const alpSura = alp(-2_400, -150, 'Alp Sura')
  const auvrenHut = hut(-2_350, 1_350, 'Chamanna Auvren', 'Auvren Hut')
  lay(edge('chasura', alpSura), alpSura, track(2))
  lay(alpSura, auvrenHut, path(2, 'Senda Auvren'))
  lay(auvrenHut, auvren, path(4, 'Senda Auvren'))

  const alpNord = alp(-2_650, 4_850, 'Alp dal Nord')
  const nair = summit(700, 2_900, 'Piz Nair Pitschen', { 'name:en': 'Little Black Peak' })
  lay(edge('ziravel', alpNord), alpNord, track(3))
  lay(alpNord, auvren, path(4))
  lay(auvren, nair, path(3, 'Senda da la Cresta'))
  const saddle = network.roads.flatMap((road) => road.vertices).find((v) => v.tags?.mountain_pass)!
  lay(nair, saddle, path(3, 'Senda da la Cresta'))

  const crapHut = hut(pass.x + 900, pass.y + 330, 'Chamanna Crap Alv', 'White Rock Hut')
  const orient = summit(5_000, 2_900, 'Piz Orient', { 'name:en': 'East Peak' })
  lay(saddle, crapHut, path(2))
  lay(crapHut, orient, path(3))

  const alpRavin = alp(-7_350, 150, 'Alp Ravin')
  const occident = summit(-6_600, 2_100, 'Piz Occident', { 'name:en': 'West Peak' })
  lay(edge('cragnal', alpRavin), alpRavin, track(4))
  lay(alpRavin, occident, path(2))
  const alpLavina = alp(6_400, -900, 'Alp Lavina')
  const glatsch = summit(7_200, 2_300, 'Piz Lavina')
  lay(edge('ombrial', alpLavina), alpLavina, track(2))
  lay(alpLavina, glatsch, path(2))

  const alps: [string, number, number, string, 1 | 2 | 3 | 4 | 5][] = [
    ['molbrun', -9_650, -1_500, 'Alp da l’Ost', 1],
    ['undrava', 6_500, 4_150, 'Alp Undrava', 5],
    ['costamar', 9_650, 500, 'Alp Costa', 3],
    ['brenzol', -8_100, 2_200, 'Alp Brenzöl', 3],
    ['rovens', 6_900, -6_400, 'Maiensass Rovens', 1],
    ['nevrin', 1_500, 5_700, 'Alp Tschengel', 2],
  ]
  for (const [key, x, y, name, grade] of alps) {
    const target = alp(x, y, name)
    lay(edge(key, target), target, track(grade))
  }
  const woods: [string, string, 1 | 2, string][] = [
    ['lagrin', 'selvarun', 1, 'Senda dal Guaud'],
    ['portSerrin', 'tavesca', 1, 'Senda da la Costa'],
    ['selvarun', 'cragnal', 2, 'Senda Sura'],
    ['rovens', 'lagrin', 1, 'Senda da l’Auvra'],
  ]
  for (const [from, to, difficulty, name] of woods) {
    const start = edge(from, grids.get(to)!.center)
    lay(start, edge(to, start), path(difficulty, name))
  }

  const shore = traceLakeShore(-1, 70).map(({ x, y }): Vertex => ({ x, y }))
  const cycleway = {
    highway: 'cycleway',
    surface: 'asphalt',
    foot: 'designated',
    name: 'Velosenda dal Lai',
  }
  highland.trails.push(network.add(shore, cycleway, { bed: 'natural' }))
  lay(edge('lagrin', shore[0]!), shore[0]!, cycleway)
  const last = shore[shore.length - 1]!
  lay(last, edge('pradetta', last), cycleway)
  return highland
}
