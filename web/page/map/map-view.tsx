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
import { buildMapPath } from '../region.ts'
import { hasSinglePlace } from '../state.ts'
import { type MapRegion, store, useStore } from '../store.ts'
import { useIsDark } from '../theme.ts'
import { AlongLine } from './along.ts'
import { collectPositions } from './contents.ts'
import { ContextMenu, type MenuPlace } from './context-menu.tsx'
import { Cursor } from './cursor.tsx'
import type { DrawnFeature } from './drawing.ts'
import { drawIcons } from './icons.ts'
import { lookAt } from './look-at.ts'
import { Markers } from './markers.ts'
import { listenForMenuKey, mapTitle } from './menu-keys.ts'
import { Relief } from './relief.ts'
import { serveRelief } from './relief-tiles.ts'
import { RouteDrag } from './route-drag.ts'
import { buildStyle, loadTheme } from './style.ts'

setWorkerUrl('/assets/worker.js')
addProtocol('pmtiles', new Protocol().tile)

const relief = new Relief(buildMapPath('terrain.tif'))
serveRelief(relief)

/** Whether a link or the user has positioned the map. */
let isPlaced = store.get().camera !== undefined

/** The map, for other modules of the page, for tests and for the browser's console. */
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
    const created = createMap(container.current!, region)
    window.cairnMap = created
    const markers = new Markers(created)
    const drag = new RouteDrag(created)
    created.on('contextmenu', ({ lngLat, point }) =>
      setMenu({ lat: lngLat.lat, lon: lngLat.lng, x: point.x, y: point.y }),
    )
    listenForMenuKey(created, setMenu)
    created.on('movestart', () => setMenu(undefined))
    created.on('moveend', (event) => {
      if ('originalEvent' in event && event.originalEvent) isPlaced = true
      const { lat, lng } = created.getCenter()
      const turned = { bearing: created.getBearing(), pitch: created.getPitch() }
      store.set({ camera: { lat, lon: lng, zoom: created.getZoom(), ...turned } })
    })
    created.on('click', (event) => {
      isPlaced = true
      setMenu(undefined)
      if (!drag.isOnLine(event.point)) addPoint({ lat: event.lngLat.lat, lon: event.lngLat.lng })
    })
    setMap(created)
    // MapLibre's own observer misses a resize before its first event, as for a link that opens with a profile.
    const resized = new ResizeObserver(() => created.resize())
    resized.observe(container.current!)
    return () => {
      resized.disconnect()
      markers.remove()
      created.remove()
    }
  }, [])

  useEffect(() => {
    let isCurrent = true
    void loadTheme(isDark).then((base) => {
      if (!isCurrent || !map) return
      drawIcons(map, isDark)
      applyStyle(map, buildStyle(region, isDark, base))
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
 * Applies a style. Themes differ only in colours, so the sources stay, with their tiles, drawings and loads in
 * progress. If a source were removed, the map's workers would report its unfinished loads as errors.
 */
function applyStyle(map: GlMap, style: StyleSpecification): void {
  if (!map.getSource('drawn')) return void map.setStyle(style, { diff: false })
  map.setStyle(style, {
    transformStyle: (before, after) => ({
      ...after,
      sources: before?.sources ?? after.sources,
      ...(before?.terrain && { terrain: before.terrain }),
    }),
  })
}

function createMap(container: HTMLElement, region: MapRegion): GlMap {
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
  collapseCredits(container)
  return map
}

/** Minimum display time of the credits, from the attribution guidelines of the OpenStreetMap Foundation, ms. */
const creditsMs = 5000

/** Collapses the credits into their button on phones, where they cover the map. */
function collapseCredits(container: HTMLElement): void {
  if (!matchMedia('(max-width: 760px)').matches) return
  setTimeout(
    () => container.querySelector<HTMLElement>('.maplibregl-compact-show > summary')?.click(),
    creditsMs,
  )
}

/** Adds a stop for a click. The first two stops are start and destination. */
function addPoint(point: { lat: number; lon: number }): void {
  const state = store.get()
  const { points } = state
  store.edit({ points: hasSinglePlace(state) ? [point, ...points.slice(1)] : [...points, point] })
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
    // For a link without a camera, show everything that it draws.
    const positions = collectPositions([...sketch, ...drawing.features])
    if (!map || positions.length === 0 || isPlaced) return
    isPlaced = true
    // Wait until the profile has taken its space.
    setTimeout(() => lookAt(map, positions), layoutMs)
  }, [map, drawing, sketch])
  useEffect(() => {
    const pointed: DrawnFeature[] = [...(marked?.features ?? [])]
    const along = drawing.line && new AlongLine(drawing.line)
    const at = hoverMeters === undefined ? undefined : along?.at(hoverMeters)
    if (along && selection) {
      const part = along.slice(selection.fromMeters, selection.toMeters)
      pointed.push(makeFeature('route', { type: 'LineString', coordinates: part as never }))
    }
    if (at) pointed.push(makeFeature('place', { type: 'Point', coordinates: at as never }))
    return setData(map, 'pointed', pointed)
  }, [map, drawing, hoverMeters, selection, marked, isDark])
}

/** Time that the page needs to lay itself out around a new answer, ms. */
const layoutMs = 50

function makeFeature(kind: 'route' | 'place', geometry: DrawnFeature['geometry']): DrawnFeature {
  return { type: 'Feature', geometry, properties: { kind } }
}

/** Sets the features of a source now and after each load of a style. Returns a function that stops this. */
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

/** Whether a source has no features. To empty it again would cost a frame. */
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
      // The initial style has no sources.
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
