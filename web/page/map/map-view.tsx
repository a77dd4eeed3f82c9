import {
  AttributionControl,
  addProtocol,
  type GeoJSONSource,
  Map as GlMap,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import 'maplibre-gl/dist/maplibre-gl.css'
import { Protocol } from 'pmtiles'
import { useEffect, useRef, useState } from 'preact/hooks'
import { mapPath } from '../region.ts'
import { isAboutOnePlace } from '../state.ts'
import { type MapRegion, store, useStore } from '../store.ts'
import { useIsDark } from '../theme.ts'
import { AlongLine } from './along.ts'
import { positionsOf } from './contents.ts'
import { ContextMenu, type MenuPlace } from './context-menu.tsx'
import { Cursor } from './cursor.tsx'
import type { DrawnFeature } from './drawing.ts'
import { drawIcons } from './icons.ts'
import { lookAt } from './look-at.ts'
import { Markers } from './markers.ts'
import { mapTitle, onMenuKey } from './menu-keys.ts'
import { Relief } from './relief.ts'
import { serveRelief } from './relief-tiles.ts'
import { RouteDrag } from './route-drag.ts'
import { loadBase, styleOf } from './style.ts'

setWorkerUrl('/assets/worker.js')
addProtocol('pmtiles', new Protocol().tile)

const relief = new Relief(mapPath('terrain.tif'))
serveRelief(relief)

/** Whether the link or the person said where to look. */
let isPlaced = store.get().camera !== undefined

/** For tests, and for the console of a curious person. */
declare global {
  interface Window {
    cairnMap?: GlMap
  }
}

export function MapView({ region }: { region: MapRegion }) {
  const container = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<GlMap>()
  const [menu, setMenu] = useState<MenuPlace>()
  const isDark = useIsDark()
  const is3d = useStore((state) => state.relief === '3d')
  const summary = useStore((state) => state.drawing.summary)

  useEffect(() => {
    const made = makeMap(container.current!, region)
    window.cairnMap = made
    const markers = new Markers(made)
    const drag = new RouteDrag(made)
    made.on('contextmenu', ({ lngLat, point }) =>
      setMenu({ lat: lngLat.lat, lon: lngLat.lng, x: point.x, y: point.y }),
    )
    onMenuKey(made, setMenu)
    made.on('movestart', () => setMenu(undefined))
    made.on('moveend', (event) => {
      if ('originalEvent' in event && event.originalEvent) isPlaced = true
      const { lat, lng } = made.getCenter()
      const turned = { bearing: made.getBearing(), pitch: made.getPitch() }
      store.set({ camera: { lat, lon: lng, zoom: made.getZoom(), ...turned } })
    })
    made.on('click', (event) => {
      isPlaced = true
      setMenu(undefined)
      if (!drag.isOnLine(event.point)) addPoint({ lat: event.lngLat.lat, lon: event.lngLat.lng })
    })
    setMap(made)
    // The map's own misses a change that comes before its first event: a link with a profile.
    const resized = new ResizeObserver(() => made.resize())
    resized.observe(container.current!)
    return () => {
      resized.disconnect()
      markers.remove()
      made.remove()
    }
  }, [])

  useEffect(() => {
    let isCurrent = true
    void loadBase(isDark).then((base) => {
      if (!isCurrent || !map) return
      drawIcons(map, isDark)
      dress(map, styleOf(region, isDark, base))
    })
    return () => {
      isCurrent = false
    }
  }, [map, isDark])
  useDrawing(map, isDark)
  useTerrain(map, region, is3d, isDark)

  return (
    <section class="map" aria-label={`Map of ${region.name}`}>
      <div ref={container} class="map-canvas" />
      {!region.tiles && (
        <p class="map-note">This region was built without a map. Build it anew to see one.</p>
      )}
      {summary && <p class="route-summary">{summary}</p>}
      {map && <Cursor map={map} relief={region.terrain ? relief : undefined} />}
      {menu && <ContextMenu place={menu} onClose={() => setMenu(undefined)} />}
    </section>
  )
}

/**
 * Shows a style. From one theme to the other only colours differ: tiles and drawings stay, and so do their loads,
 * of which the workers of the map would report those of sources that are gone as errors.
 */
function dress(map: GlMap, style: StyleSpecification): void {
  if (!map.getSource('drawn')) return void map.setStyle(style, { diff: false })
  map.setStyle(style, {
    transformStyle: (before, after) => ({
      ...after,
      sources: before?.sources ?? after.sources,
      ...(before?.terrain && { terrain: before.terrain }),
    }),
  })
}

function makeMap(container: HTMLElement, region: MapRegion): GlMap {
  const { camera } = store.get()
  const { min_lon, min_lat, max_lon, max_lat } = region.areas[0]
  const start = camera
    ? { center: [camera.lon, camera.lat] as [number, number], zoom: camera.zoom }
    : { bounds: [min_lon, min_lat, max_lon, max_lat] as [number, number, number, number] }
  const map = new GlMap({
    container,
    style: { version: 8, sources: {}, layers: [] },
    ...start,
    maxPitch: 75,
    attributionControl: false,
    ...(camera && { bearing: camera.bearing, pitch: camera.pitch }),
    fadeDuration: 100,
    locale: { 'Map.Title': mapTitle },
  })
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right')
  map.addControl(new NavigationControl({ visualizePitch: true }), 'top-right')
  map.addControl(new ScaleControl({}), 'bottom-right')
  closeCredits(container)
  return map
}

/** Milliseconds for which the attribution guidelines of the OpenStreetMap Foundation want the credits to be seen. */
const creditsMs = 5000

/** On a telephone, where they take the map's place, credits close to their button. */
function closeCredits(container: HTMLElement): void {
  if (!matchMedia('(max-width: 760px)').matches) return
  setTimeout(
    () => container.querySelector<HTMLElement>('.maplibregl-compact-show > summary')?.click(),
    creditsMs,
  )
}

/** Clicks add stops: the first two are start and destination. */
function addPoint(point: { lat: number; lon: number }): void {
  const state = store.get()
  const { points } = state
  store.edit({ points: isAboutOnePlace(state) ? [point, ...points.slice(1)] : [...points, point] })
}

function useDrawing(map: GlMap | undefined, isDark: boolean): void {
  const drawing = useStore((state) => state.drawing)
  const sketch = useStore((state) => state.sketch)
  const hoverMeters = useStore((state) => state.hoverMeters)
  const selection = useStore((state) => state.selection)
  const marked = useStore((state) => state.marked)
  useEffect(
    () => setData(map, 'drawn', [...sketch, ...drawing.features]),
    [map, drawing, sketch, isDark],
  )
  useEffect(() => {
    // A link without a place to look at: at what it draws.
    const positions = positionsOf([...sketch, ...drawing.features])
    if (!map || positions.length === 0 || isPlaced) return
    isPlaced = true
    // After the profile has taken its place.
    setTimeout(() => lookAt(map, positions), layoutMs)
  }, [map, drawing, sketch])
  useEffect(() => {
    const pointed: DrawnFeature[] = [...(marked?.features ?? [])]
    const along = drawing.line && new AlongLine(drawing.line)
    const at = hoverMeters === undefined ? undefined : along?.at(hoverMeters)
    if (along && selection) {
      const part = along.part(selection.fromMeters, selection.toMeters)
      pointed.push(feature('route', { type: 'LineString', coordinates: part as never }))
    }
    if (at) pointed.push(feature('place', { type: 'Point', coordinates: at as never }))
    return setData(map, 'pointed', pointed)
  }, [map, drawing, hoverMeters, selection, marked, isDark])
}

/** Milliseconds in which the page lays itself out around a new answer. */
const layoutMs = 50

function feature(kind: 'route' | 'place', geometry: DrawnFeature['geometry']): DrawnFeature {
  return { type: 'Feature', geometry, properties: { kind } }
}

/** Now, or when the style has been loaded. */
function setData(map: GlMap | undefined, source: string, features: readonly DrawnFeature[]) {
  if (!map) return
  const set = () => {
    const shown = map.getSource<GeoJSONSource>(source)
    if (!shown || (features.length === 0 && isEmpty(shown))) return
    shown.setData({ type: 'FeatureCollection', features } as never)
  }
  set()
  map.on('style.load', set)
  return () => void map.off('style.load', set)
}

/** To empty it once more would cost a frame. */
function isEmpty(source: GeoJSONSource): boolean {
  const { data } = source.serialize()
  return typeof data === 'object' && 'features' in data && data.features.length === 0
}

function useTerrain(
  map: GlMap | undefined,
  region: MapRegion,
  is3d: boolean,
  isDark: boolean,
): void {
  useEffect(() => {
    if (!map || !region.terrain) return
    const set = () => {
      // The first style has no sources yet.
      if (map.getSource('relief3d') && is3d !== Boolean(map.getTerrain()))
        map.setTerrain(is3d ? { source: 'relief3d', exaggeration: 1.2 } : null)
    }
    set()
    map.on('style.load', set)
    if (is3d && map.getPitch() < 20) map.easeTo({ pitch: 55 })
    if (!is3d && map.getPitch() > 0) map.easeTo({ pitch: 0, bearing: 0 })
    return () => void map.off('style.load', set)
  }, [map, is3d, isDark])
}
