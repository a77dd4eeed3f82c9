import { type Map as GlMap, Marker } from 'maplibre-gl'
import { rankStop, toLetter } from '../format.ts'
import { pickUndoable, type Waypoint } from '../state.ts'
import { store } from '../store.ts'

/** Shows the stops as draggable markers. */
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
      // The marker being dragged already has its position.
      for (const [i, { lat, lon, label }] of points.entries()) {
        this.#markers[i]!.getElement().title = label ?? 'Drag to move'
        if (i !== this.#dragged) this.#markers[i]!.setLngLat([lon, lat])
      }
      return
    }
    for (const marker of this.#markers) marker.remove()
    this.#markers = points.map((point, index) => this.#makeMarker(point, index, points.length))
  }

  #makeMarker({ lat, lon, label }: Waypoint, index: number, count: number): Marker {
    const element = document.createElement('div')
    element.className = `stop stop-${rankStop(index, count)}`
    element.textContent = toLetter(index)
    element.role = 'img'
    element.ariaLabel = `Stop ${toLetter(index)}`
    element.title = label ?? 'Drag to move'
    const marker = new Marker({ element, draggable: true, anchor: 'center' })
    marker.setLngLat([lon, lat]).addTo(this.#map)
    let before = pickUndoable(store.get())
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
      before = pickUndoable(store.get())
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
