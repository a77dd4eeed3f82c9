import type { Map as GlMap } from 'maplibre-gl'
import { useEffect } from 'preact/hooks'
import { store } from './store.ts'

/** Maximum wait for the map to change to light colours before printing, ms. */
const maxWaitMs = 5000

/**
 * Prints the page in light colours, even when it is dark. The map takes a while to change, so this happens before the
 * browser's print dialog opens. A print from the browser's own menu shows the map in its current colours.
 */
export async function printPage(): Promise<void> {
  if (store.get().isPrinting) return
  const restyling = isDark() ? waitForRestyle(window.cairnMap) : undefined
  store.set({ isPrinting: true })
  const end = () => {
    store.set({ isPrinting: false })
    for (const name of endings) window.removeEventListener(name, end)
  }
  // Some phones do not fire `afterprint`.
  const endings = ['afterprint', 'pointerdown'] as const
  await restyling
  for (const name of endings) window.addEventListener(name, end)
  window.print()
}

function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark'
}

/** Waits until the map has drawn its next style, at most `maxWaitMs`. */
async function waitForRestyle(map: GlMap | undefined): Promise<void> {
  const timeout = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  const drawn = map?.once('styledata').then(() => map.once('idle'))
  await Promise.race([drawn, timeout])
}

/**
 * Resizes the map to its size on paper and fits the area that is visible now. Returns a function that restores the map.
 */
function fitPaper(map: GlMap): () => void {
  const { dataset } = document.documentElement
  const [bounds, center, zoom] = [map.getBounds(), map.getCenter(), map.getZoom()]
  const view = { bearing: map.getBearing(), pitch: map.getPitch() }
  dataset.printing = ''
  map.resize().fitBounds(bounds, { ...view, animate: false })
  // Redraw synchronously: the browser captures the page as soon as its listeners return.
  map.redraw()
  return () => {
    delete dataset.printing
    map.resize().jumpTo({ center, zoom, ...view })
  }
}

/** Fits the visible map area to the paper on every print. Ctrl-P on a dark page calls {@link printPage}. */
export function usePrint(): void {
  useEffect(() => {
    let undo: (() => void) | undefined
    const begin = () => {
      if (window.cairnMap) undo ??= fitPaper(window.cairnMap)
    }
    const end = () => {
      undo?.()
      undo = undefined
    }
    const press = (event: KeyboardEvent) => {
      const isPrint = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'p'
      if (!isPrint || event.shiftKey || event.altKey || !isDark()) return
      event.preventDefault()
      void printPage()
    }
    const listeners = { keydown: press, beforeprint: begin, afterprint: end } as const
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as EventListener)
    return () => {
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener)
    }
  }, [])
}
