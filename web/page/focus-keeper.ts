const controls = 'a[href], button, input, select, summary, textarea'
const regions = 'section, form, details, nav, main'

interface Focused {
  element: HTMLElement
  name: string
  /** Enclosing regions, innermost first. */
  regions: HTMLElement[]
}

/**
 * Preserves the keyboard focus when the focused element disappears: focuses its replacement, or else its region. A
 * button that was disabled for a while gets the focus back. Returns a function that stops this.
 */
export function keepFocus(root: HTMLElement): () => void {
  let last: Focused | undefined
  const enter = ({ target }: FocusEvent) => {
    const element = target as HTMLElement
    last = { element, name: readName(element), regions: findRegions(element) }
  }
  const leave = ({ target }: FocusEvent) =>
    // A click outside all controls releases the focus. A change of the page does not.
    queueMicrotask(() => {
      if (last?.element === target && isLost() && isUsable(last.element)) last = undefined
    })
  const observer = new MutationObserver(() => {
    if (last && isLost()) restoreFocus(last)
  })
  root.addEventListener('focusin', enter)
  root.addEventListener('focusout', leave)
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  return () => {
    observer.disconnect()
    root.removeEventListener('focusin', enter)
    root.removeEventListener('focusout', leave)
  }
}

function isLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function isUsable(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled')
}

function restoreFocus({ element, name, regions }: Focused): void {
  const region = regions.find(({ isConnected }) => isConnected)
  // The element is disabled while a call runs. It gets the focus back afterwards.
  if (!region || (element.isConnected && !isUsable(element))) return
  const candidates = [...region.querySelectorAll<HTMLElement>(controls)]
  const replacement = isUsable(element)
    ? element
    : candidates.find((each) => readName(each) === name && isUsable(each))
  if (!replacement && !region.hasAttribute('tabindex')) region.tabIndex = -1
  const next = replacement ?? region
  next.focus({ preventScroll: true })
}

function readName(element: HTMLElement): string {
  return element.ariaLabel ?? element.textContent
}

function findRegions(element: HTMLElement): HTMLElement[] {
  const around: HTMLElement[] = []
  let region = element.parentElement?.closest<HTMLElement>(regions)
  while (region) {
    around.push(region)
    region = region.parentElement?.closest<HTMLElement>(regions)
  }
  return around
}
