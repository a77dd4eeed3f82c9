import type { LayerSpecification, SourceSpecification } from 'maplibre-gl'

const noFeatures = { type: 'FeatureCollection', features: [] } as const

/** Sources for the drawings of views (`drawn`) and for highlights (`pointed`). */
export const drawnSources: Record<string, SourceSpecification> = {
  drawn: { type: 'geojson', data: noFeatures as never },
  pointed: { type: 'geojson', data: noFeatures as never },
}

/** Colours that are easy to distinguish on both themes. */
export const routeColor = '#1f6feb'
export const alternateColor = '#7d8590'
export const traceColor = '#c2410c'

const readColor = (fallback: string) => ['coalesce', ['get', 'color'], fallback] as never
const matchKind = (...kinds: string[]) => ['in', ['get', 'kind'], ['literal', kinds]] as never
const offset = ['coalesce', ['get', 'offset'], 0] as never
const round = { 'line-cap': 'round', 'line-join': 'round' } as const
const scaleWidth = (factor: number) =>
  ['interpolate', ['linear'], ['zoom'], 8, 3 * factor, 14, 6 * factor, 18, 10 * factor] as never

export function buildDrawnLayers(isDark: boolean): LayerSpecification[] {
  return [
    {
      id: 'drawn-areas',
      type: 'fill',
      source: 'drawn',
      filter: matchKind('area', 'cell'),
      paint: {
        'fill-color': readColor(routeColor),
        'fill-opacity': ['coalesce', ['get', 'opacity'], 0.3] as never,
      },
    },
    {
      id: 'drawn-area-borders',
      type: 'line',
      source: 'drawn',
      filter: matchKind('area'),
      layout: round,
      paint: { 'line-color': readColor(routeColor), 'line-width': 2 },
    },
    {
      id: 'drawn-alternates',
      type: 'line',
      source: 'drawn',
      filter: matchKind('alternate'),
      layout: round,
      paint: {
        'line-color': readColor(alternateColor),
        'line-width': scaleWidth(0.9),
        'line-opacity': 0.85,
      },
    },
    {
      id: 'drawn-casing',
      type: 'line',
      source: 'drawn',
      filter: matchKind('route'),
      layout: round,
      paint: { 'line-color': '#ffffff', 'line-width': scaleWidth(1.6), 'line-offset': offset },
    },
    {
      id: 'drawn-routes',
      type: 'line',
      source: 'drawn',
      filter: matchKind('route'),
      layout: round,
      paint: {
        'line-color': readColor(routeColor),
        'line-width': scaleWidth(1),
        'line-offset': offset,
      },
    },
    {
      id: 'drawn-traces',
      type: 'line',
      source: 'drawn',
      filter: matchKind('trace'),
      layout: round,
      paint: {
        'line-color': readColor(traceColor),
        'line-width': 2.5,
        'line-dasharray': [1, 1.6],
      },
    },
    {
      id: 'drawn-dots',
      type: 'circle',
      source: 'drawn',
      filter: matchKind('dot'),
      paint: {
        'circle-radius': 3,
        'circle-color': readColor(traceColor),
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'drawn-places',
      type: 'circle',
      source: 'drawn',
      filter: matchKind('place'),
      paint: {
        'circle-radius': 6,
        'circle-color': readColor('#b91c6b'),
        'circle-stroke-color': '#ffffff',
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'drawn-place-names',
      type: 'symbol',
      source: 'drawn',
      filter: matchKind('place', 'area'),
      layout: {
        'text-field': ['coalesce', ['get', 'label'], ''],
        'text-font': ['noto_sans_bold'],
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 0.7],
        'text-max-width': 9,
        'text-optional': true,
      },
      paint: {
        'text-color': isDark ? '#ffd7ea' : '#7a0f45',
        'text-halo-color': isDark ? 'rgba(0,0,0,0.85)' : 'rgba(255,255,255,0.9)',
        'text-halo-width': 1.6,
      },
    },
    {
      id: 'pointed-areas',
      type: 'line',
      source: 'pointed',
      filter: matchKind('area', 'cell'),
      layout: round,
      paint: {
        'line-color': '#facc15',
        'line-width': ['match', ['get', 'kind'], 'area', 4, 1.5] as never,
      },
    },
    {
      id: 'pointed-part',
      type: 'line',
      source: 'pointed',
      filter: matchKind('route', 'alternate', 'trace'),
      layout: round,
      paint: { 'line-color': '#facc15', 'line-width': scaleWidth(0.8), 'line-offset': offset },
    },
    {
      id: 'pointed-place',
      type: 'circle',
      source: 'pointed',
      filter: matchKind('place', 'dot'),
      paint: {
        'circle-radius': 7,
        'circle-color': '#facc15',
        'circle-stroke-color': '#1f2328',
        'circle-stroke-width': 2,
      },
    },
  ]
}
