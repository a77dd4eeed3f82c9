import { type Map as GlMap, Marker } from 'maplibre-gl'
import { letterOf, stopRank } from '../format.ts'
import { undoable, type Waypoint } from '../state.ts'
import { store } from '../store.ts'

/** The stops as markers that can be dragged. */
export class Markers {
  readonly #map: GlMap
  #markers: Marker[] = []
  #shown: readonly Waypoint[] = []
  #dragged = -1
  readonly #unsubscribe: () => void

  constructor(map: GlMap) {
    this.#map = map
    this.#unsubscribe = store.subscribe(() => this.#update())
    this.#update()
  }

  remove(): void {
    this.#unsubscribe()
    for (const marker of this.#markers) marker.remove()
  }

  #update(): void {
    const { points } = store.get()
    if (points === this.#shown) return
    this.#shown = points
    if (points.length === this.#markers.length) {
      // A marker that is dragged stays what it is.
      for (const [i, { lat, lon, label }] of points.entries()) {
        this.#markers[i]!.getElement().title = label ?? 'Drag to move'
        if (i !== this.#dragged) this.#markers[i]!.setLngLat([lon, lat])
      }
      return
    }
    for (const marker of this.#markers) marker.remove()
    this.#markers = points.map((point, index) => this.#marker(point, index, points.length))
  }

  #marker({ lat, lon, label }: Waypoint, index: number, count: number): Marker {
    const element = document.createElement('div')
    element.className = `stop stop-${stopRank(index, count)}`
    element.textContent = letterOf(index)
    element.role = 'img'
    element.ariaLabel = `Stop ${letterOf(index)}`
    element.title = label ?? 'Drag to move'
    const marker = new Marker({ element, draggable: true, anchor: 'center' })
    marker.setLngLat([lon, lat]).addTo(this.#map)
    let before = undoable(store.get())
    const move = () => {
      const at = marker.getLngLat()
      const points = store
        .get()
        .points.map((point, i) =>
          i === index ? { lat: round(at.lat), lon: round(at.lng) } : point,
        )
      store.set({ points })
    }
    marker.on('dragstart', () => {
      this.#dragged = index
      before = undoable(store.get())
    })
    marker.on('drag', move)
    marker.on('dragend', () => {
      this.#dragged = -1
      move()
      store.commit(before)
    })
    return marker
  }
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
