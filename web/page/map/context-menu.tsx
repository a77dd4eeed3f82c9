import { useLayoutEffect, useRef } from 'preact/hooks'
import { call, isOk } from '../api.ts'
import { formatPosition } from '../format.ts'
import type { Waypoint } from '../state.ts'
import { store } from '../store.ts'
import { focusMap, moveInMenu } from './menu-keys.ts'

export interface MenuPlace {
  lat: number
  lon: number
  /** Position in the map, pixels. */
  x: number
  y: number
}

/** Menu of actions for a place on the map. */
export function ContextMenu({ place, onClose }: { place: MenuPlace; onClose: () => void }) {
  const menu = useRef<HTMLDivElement>(null)
  const point: Waypoint = { lat: round(place.lat), lon: round(place.lon) }
  useLayoutEffect(() => {
    if (!menu.current) return
    keepInside(menu.current, place)
    menu.current.querySelector('button')?.focus()
  }, [place])
  const actions: [name: string, act: () => void][] = [
    ['Start here', () => editPoints(([, ...rest]) => [point, ...rest])],
    [
      'Stop on the way',
      () => editPoints((points) => points.toSpliced(Math.max(1, points.length - 1), 0, point)),
    ],
    [
      'Go here',
      () =>
        editPoints((points) => (points.length < 2 ? [...points, point] : points.with(-1, point))),
    ],
    ['Reach from here', () => store.edit({ view: 'isochrone', points: [point] })],
    ['What is here?', () => void showPlaceName(point)],
    ['Copy the position', () => void navigator.clipboard?.writeText(formatPosition(point))],
  ]
  const leave = () => {
    onClose()
    focusMap()
  }
  return (
    <div
      ref={menu}
      class="menu"
      role="menu"
      tabIndex={-1}
      aria-label={`At ${formatPosition(point)}`}
      onKeyDown={(event) => {
        if (event.key === 'Escape') leave()
        else if (event.key === 'Tab') onClose()
        else if (moveInMenu(event.currentTarget, event.key)) event.preventDefault()
      }}
    >
      {actions.map(([name, act]) => (
        <button
          key={name}
          type="button"
          role="menuitem"
          onClick={() => {
            act()
            leave()
          }}
        >
          {name}
        </button>
      ))}
    </div>
  )
}

/** Positions the menu at a place, or as near to it as the menu fits into the map. */
function keepInside(menu: HTMLElement, { x, y }: MenuPlace): void {
  const { clientWidth, clientHeight } = menu.offsetParent ?? document.documentElement
  menu.style.left = `${Math.max(0, Math.min(x, clientWidth - menu.offsetWidth))}px`
  menu.style.top = `${Math.max(0, Math.min(y, clientHeight - menu.offsetHeight))}px`
}

function editPoints(change: (points: Waypoint[]) => Waypoint[]): void {
  store.edit({ points: change([...store.get().points]) })
}

/** Shows the label of the nearest known place as a notice. */
async function showPlaceName({ lat, lon }: Waypoint): Promise<void> {
  const input = { lat, lon, size: 1 }
  const exchange = await call({ operation: 'geocoding/reverse', input }).catch(() => undefined)
  if (!exchange) return
  const label = isOk(exchange) ? exchange.answer.results[0]?.label : exchange.answer.message
  store.set({ exchange, notice: label ?? 'Nothing is known of this place.' })
}

function round(degrees: number): number {
  return Math.round(degrees * 1e6) / 1e6
}
