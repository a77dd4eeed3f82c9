import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'
import { buildMapPath } from '../region.ts'
import type { MapRegion } from '../store.ts'
import { buildDrawnLayers, drawnSources } from './drawn-layers.ts'
import { fontFaces } from './fonts.ts'

/** Theme layer below which the relief is inserted: above the ground, below the streets. */
const reliefSlot = 'slot-below-streets'
const tilesSource = 'region'
const reliefMaxZoom = 13

type BaseStyle = Pick<StyleSpecification, 'layers' | 'sky'>

const loadedThemes = new Map<boolean, Promise<BaseStyle>>()

/** Loads the map theme, which was generated with the page. */
export function loadTheme(isDark: boolean): Promise<BaseStyle> {
  const cached = loadedThemes.get(isDark)
  if (cached) return cached
  const loading = fetch(`/assets/style-${isDark ? 'dark' : 'light'}.json`).then((response) =>
    response.json(),
  )
  loadedThemes.set(isDark, loading)
  return loading
}

/** Builds the style of the map, with no other host than this server. */
export function buildStyle(
  region: MapRegion,
  isDark: boolean,
  base: BaseStyle,
): StyleSpecification {
  const layers = [...base.layers]
  if (region.terrain) {
    const at = layers.findIndex(({ id }) => id === reliefSlot)
    layers.splice(at < 0 ? layers.length : at, 0, makeShadeLayer(isDark))
  }
  const tiles = { tileSize: 256, minzoom: 0, maxzoom: reliefMaxZoom, bounds: toBox(region) }
  return {
    version: 8,
    ...(base.sky && { sky: base.sky }),
    projection: { type: 'mercator' },
    'font-faces': fontFaces as unknown as NonNullable<StyleSpecification['font-faces']>,
    sources: {
      ...(region.tiles && {
        [tilesSource]: {
          type: 'vector',
          url: `pmtiles://${location.origin}${buildMapPath('tiles.pmtiles')}`,
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
    layers: insertDrawn(layers, isDark).filter(
      (layer) => !('source' in layer) || layer.source !== tilesSource || region.tiles,
    ),
  }
}

/** Inserts the layers of views: shapes above the streets and below the labels, labels of views on top. */
function insertDrawn(layers: readonly LayerSpecification[], isDark: boolean): LayerSpecification[] {
  const drawn = buildDrawnLayers(isDark)
  const shapes = drawn.filter(({ type }) => type !== 'symbol')
  const names = drawn.filter(({ type }) => type === 'symbol')
  const at = layers.findIndex(({ id }) => id === 'slot-below-symbols')
  const below = at < 0 ? layers.length : at
  const all = layers.toSpliced(below, 0, ...shapes)
  // Place names follow peak names, because the map places the labels of later layers first.
  const places = all.findIndex(({ id }) => id.startsWith('label-place-'))
  return [
    ...all.toSpliced(places < 0 ? all.length : places, 0, ...makePeakLayers(isDark)),
    ...names,
  ]
}

/**
 * Makes the hillshade layer. Each tile is shaded once, as an image: shading in every frame takes a third of the frame
 * time without a GPU. The layer is faint at zoom levels where streets fill the view, because the shading of a city is
 * noise.
 */
function makeShadeLayer(isDark: boolean): LayerSpecification {
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

function makePeakLayers(isDark: boolean): LayerSpecification[] {
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

function toBox({ bounds }: MapRegion): [number, number, number, number] {
  return [bounds.min_lon, bounds.min_lat, bounds.max_lon, bounds.max_lat]
}
