import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { mapPath } from '../region.ts'
import type { MapRegion } from '../store.ts'
import { drawnLayers, drawnSources } from './drawn-layers.ts'
import { fontFaces } from './fonts.ts'

/** The layer before which relief is drawn: above the ground, below the streets. */
const aboveGround = 'slot-below-streets'
const tilesSource = 'region'
const reliefMaxZoom = 13

type BaseStyle = Pick<StyleSpecification, 'layers' | 'sky'>

const bases = new Map<boolean, Promise<BaseStyle>>()

/** The theme, made with the page. */
export function loadBase(isDark: boolean): Promise<BaseStyle> {
  const known = bases.get(isDark)
  if (known) return known
  const loading = fetch(`/assets/style-${isDark ? 'dark' : 'light'}.json`).then((response) =>
    response.json(),
  )
  bases.set(isDark, loading)
  return loading
}

/** The style of the map: no host but this one. */
export function styleOf(region: MapRegion, isDark: boolean, base: BaseStyle): StyleSpecification {
  const layers = [...base.layers]
  if (region.terrain) {
    const at = layers.findIndex(({ id }) => id === aboveGround)
    layers.splice(at < 0 ? layers.length : at, 0, shading(isDark))
  }
  const tiles = { tileSize: 256, minzoom: 0, maxzoom: reliefMaxZoom, bounds: boxOf(region) }
  return {
    version: 8,
    ...(base.sky && { sky: base.sky }),
    projection: { type: 'mercator' },
    'font-faces': fontFaces as unknown as NonNullable<StyleSpecification['font-faces']>,
    sources: {
      ...(region.tiles && {
        [tilesSource]: {
          type: 'vector',
          url: `pmtiles://${location.origin}${mapPath('tiles.pmtiles')}`,
          attribution: region.attribution,
        } as const,
      }),
      ...(region.terrain && {
        'shade-light': { type: 'raster', tiles: ['shade://light/{z}/{x}/{y}'], ...tiles },
        'shade-dark': { type: 'raster', tiles: ['shade://dark/{z}/{x}/{y}'], ...tiles },
        relief3d: {
          type: 'raster-dem',
          tiles: ['relief://{z}/{x}/{y}'],
          ...tiles,
          encoding: 'terrarium',
        } as const,
      }),
      ...drawnSources,
    },
    layers: withDrawn(layers, isDark).filter(
      (layer) => !('source' in layer) || layer.source !== tilesSource || region.tiles,
    ),
  }
}

/** What views draw lies on the streets and under the names; their own names lie on top. */
function withDrawn(layers: readonly LayerSpecification[], isDark: boolean): LayerSpecification[] {
  const drawn = drawnLayers(isDark)
  const shapes = drawn.filter(({ type }) => type !== 'symbol')
  const names = drawn.filter(({ type }) => type === 'symbol')
  const at = layers.findIndex(({ id }) => id === 'slot-below-symbols')
  const below = at < 0 ? layers.length : at
  const all = layers.toSpliced(below, 0, ...shapes)
  // Names of places come after those of peaks, and so are placed before them.
  const places = all.findIndex(({ id }) => id.startsWith('label-place-'))
  return [...all.toSpliced(places < 0 ? all.length : places, 0, ...peakLayers(isDark)), ...names]
}

/**
 * Slopes as images that are made once: to shade them in each frame takes a third of it where no graphics processor
 * draws. Faint where streets fill the view: the shading of a city is noise.
 */
function shading(isDark: boolean): LayerSpecification {
  return {
    id: 'relief-shade',
    type: 'raster',
    source: isDark ? 'shade-dark' : 'shade-light',
    paint: {
      'raster-opacity': ['interpolate', ['linear'], ['zoom'], 14, 1, 16, 0.25],
      'raster-fade-duration': 0,
    },
  }
}

function peakLayers(isDark: boolean): LayerSpecification[] {
  const color = isDark ? '#e3c9a3' : '#5c3d12'
  const height = ['concat', ['get', 'name'], '\n', ['to-string', ['get', 'ele']], ' m']
  return [
    {
      id: 'peaks',
      type: 'symbol',
      source: tilesSource,
      'source-layer': 'peaks',
      minzoom: 10,
      layout: {
        'text-field': ['case', ['has', 'ele'], height, ['get', 'name']] as never,
        'text-font': ['noto_sans_regular'],
        'text-size': 11,
        'text-anchor': 'top',
        'text-offset': [0, 0.35],
        'symbol-sort-key': ['-', ['to-number', ['get', 'ele'], 0]],
      },
      paint: {
        'text-color': color,
        'text-halo-color': isDark ? 'rgba(0,0,0,0.8)' : 'rgba(255,255,255,0.85)',
        'text-halo-width': 1.4,
      },
    },
    {
      id: 'peak-marks',
      type: 'circle',
      source: tilesSource,
      'source-layer': 'peaks',
      minzoom: 11,
      paint: { 'circle-radius': 2.5, 'circle-color': color },
    },
  ]
}

function boxOf({ bounds }: MapRegion): [number, number, number, number] {
  return [bounds.min_lon, bounds.min_lat, bounds.max_lon, bounds.max_lat]
}
