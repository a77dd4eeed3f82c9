import type { Map as GlMap } from 'maplibre-gl'
import { useEffect } from 'preact/hooks'
import { store } from './store.ts'

/** Milliseconds for which a print waits for the map in light colours. */
const maxWaitMs = 5000

/**
 * Prints the page, in light colours also where it is dark. A map takes a while to change, so this is done before the
 * browser is asked to print: a print from the browser's own menu has the map as it is seen.
 */
export async function printPage(): Promise<void> {
  if (store.get().isPrinting) return
  const isRestyled = isDark() ? untilRestyled(window.cairnMap) : undefined
  store.set({ isPrinting: true })
  const end = () => {
    store.set({ isPrinting: false })
    for (const name of endings) window.removeEventListener(name, end)
  }
  // Some telephones fire no `afterprint`.
  const endings = ['afterprint', 'pointerdown'] as const
  await isRestyled
  for (const name of endings) window.addEventListener(name, end)
  window.print()
}

function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark'
}

/** Until the next style of the map is drawn, or it takes too long. */
async function untilRestyled(map: GlMap | undefined): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, maxWaitMs))
  const drawn = map?.once('styledata').then(() => map.once('idle'))
  await Promise.race([drawn, late])
}

/** Gives the map the size that it has on paper, with all in it that is seen now; returns what undoes this. */
function fitPaper(map: GlMap): () => void {
  const { dataset } = document.documentElement
  const [seen, center, zoom] = [map.getBounds(), map.getCenter(), map.getZoom()]
  const view = { bearing: map.getBearing(), pitch: map.getPitch() }
  dataset.printing = ''
  map.resize().fitBounds(seen, { ...view, animate: false })
  // At once: the browser takes the picture as soon as its listeners are done.
  map.redraw()
  return () => {
    delete dataset.printing
    map.resize().jumpTo({ center, zoom, ...view })
  }
}

/** Prints the whole map that is seen, and in light colours at Ctrl-P as well. */
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
