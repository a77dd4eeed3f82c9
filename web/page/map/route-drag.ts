import type { Map as GlMap, MapMouseEvent, PointLike } from 'maplibre-gl'
import { pickUndoable, type Undoable, type ViewId } from '../state.ts'
import { store } from '../store.ts'

/** Distance from a line within which the pointer grabs it, pixels. */
const grabPixels = 5

/** Layer of the draggable lines, by view. */
const draggedLayers: Partial<Record<ViewId, string>> = {
  route: 'drawn-routes',
  predict: 'drawn-traces',
}

/** Lets the user drag the route, or the outline of an area, to add a point to a leg. */
export class RouteDrag {
  readonly #map: GlMap
  #drag: { before: Undoable; index: number; isMoved: boolean } | undefined

  constructor(map: GlMap) {
    this.#map = map
    map.on('mousedown', (event) => this.#start(event))
    map.on('mousemove', (event) => this.#move(event))
    map.on('mouseup', () => this.#end())
  }

  isOnLine(point: { x: number; y: number }): boolean {
    return this.#legAt(point) !== undefined
  }

  #legAt({ x, y }: { x: number; y: number }): number | undefined {
    const layer = draggedLayers[store.get().view]
    if (!layer || !this.#map.getLayer(layer)) return undefined
    const box: [PointLike, PointLike] = [
      [x - grabPixels, y - grabPixels],
      [x + grabPixels, y + grabPixels],
    ]
    const [found] = this.#map.queryRenderedFeatures(box, { layers: [layer] })
    const leg = found?.properties.leg
    return typeof leg === 'number' ? leg : undefined
  }

  #start(event: MapMouseEvent): void {
    const { button, target } = event.originalEvent
    // The markers of stops handle their own drag.
    if (button !== 0 || (target as Element).closest('.maplibregl-marker')) return
    const leg = this.#legAt(event.point)
    if (leg === undefined) return
    event.preventDefault()
    this.#drag = { before: pickUndoable(store.get()), index: leg + 1, isMoved: false }
  }

  #move({ lngLat, point }: MapMouseEvent): void {
    const drag = this.#drag
    if (!drag) {
      this.#map.getCanvas().style.cursor = this.isOnLine(point) ? 'grab' : ''
      return
    }
    const stop = {
      lat: Math.round(lngLat.lat * 1e6) / 1e6,
      lon: Math.round(lngLat.lng * 1e6) / 1e6,
    }
    const points = [...store.get().points]
    points.splice(drag.index, drag.isMoved ? 1 : 0, stop)
    drag.isMoved = true
    store.set({ points })
  }

  #end(): void {
    if (this.#drag?.isMoved) store.commit(this.#drag.before)
    this.#drag = undefined
  }
}
