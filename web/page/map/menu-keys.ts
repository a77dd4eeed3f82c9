import type { Map as GlMap } from 'maplibre-gl'

/** Accessible name of the map, with its keys, for screen readers. */
export const mapTitle =
  'Map. Arrows move it, plus and minus zoom, Enter opens a menu for its middle.'

/** Calls `open` with the centre of the map when the user presses a menu key. */
export function listenForMenuKey(
  map: GlMap,
  open: (place: { lat: number; lon: number; x: number; y: number }) => void,
): void {
  map.getCanvas().addEventListener('keydown', (event) => {
    const { key, shiftKey } = event
    if (key !== 'Enter' && key !== 'ContextMenu' && !(shiftKey && key === 'F10')) return
    event.preventDefault()
    const { lat, lng } = map.getCenter()
    const { x, y } = map.project([lng, lat])
    open({ lat, lon: lng, x, y })
  })
}

/** Returns the focus to the map. After a pointer was used, the browser draws no focus ring. */
export function focusMap(): void {
  window.cairnMap?.getCanvas().focus({ preventScroll: true })
}

/** Moves the focus between the entries of a menu. Returns whether the key is one that moves it. */
export function moveInMenu(menu: HTMLElement, key: string): boolean {
  const entries = [...menu.querySelectorAll('button')]
  const at = entries.indexOf(document.activeElement as HTMLButtonElement)
  const targets: Readonly<Record<string, number>> = {
    ArrowDown: (at + 1) % entries.length,
    ArrowUp: (at - 1 + entries.length) % entries.length,
    Home: 0,
    End: entries.length - 1,
  }
  const target = targets[key]
  if (target === undefined) return false
  entries[target]?.focus()
  return true
}
