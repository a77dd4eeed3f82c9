import type { Map as GlMap } from 'maplibre-gl'

/** The name of the map for those who hear it; its keys are said with it. */
export const mapTitle =
  'Map. Arrows move it, plus and minus zoom, Enter opens a menu for its middle.'

/** Calls `open` with the middle of the map when the keyboard asks for a menu there. */
export function onMenuKey(
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

/** The focus goes back to the map, and no ring shows where a pointer was used. */
export function focusMap(): void {
  window.cairnMap?.getCanvas().focus({ preventScroll: true })
}

/** Moves the focus among the entries of a menu; whether the key is one for that. */
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
