const controls = 'a[href], button, input, select, summary, textarea'
const regions = 'section, form, details, nav, main'

interface Focused {
  element: HTMLElement
  name: string
  /** The regions around it, innermost first. */
  regions: HTMLElement[]
}

/**
 * Keeps the keyboard where it was when the element with the focus goes away: on the one that takes its place, else in
 * its region; and on a button that was disabled for a while.
 */
export function keepFocus(root: HTMLElement): () => void {
  let last: Focused | undefined
  const enter = ({ target }: FocusEvent) => {
    const element = target as HTMLElement
    last = { element, name: nameOf(element), regions: regionsAround(element) }
  }
  const leave = ({ target }: FocusEvent) =>
    // A pointer beside every element takes the focus away; a change of the page does not.
    queueMicrotask(() => {
      if (last?.element === target && isLost() && isUsable(last.element)) last = undefined
    })
  const observer = new MutationObserver(() => {
    if (last && isLost()) restore(last)
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

function restore({ element, name, regions }: Focused): void {
  const region = regions.find(({ isConnected }) => isConnected)
  // Disabled while an answer is awaited: it has the focus again afterwards.
  if (!region || (element.isConnected && !isUsable(element))) return
  const like = [...region.querySelectorAll<HTMLElement>(controls)]
  const heir = isUsable(element)
    ? element
    : like.find((each) => nameOf(each) === name && isUsable(each))
  if (!heir && !region.hasAttribute('tabindex')) region.tabIndex = -1
  const next = heir ?? region
  next.focus({ preventScroll: true })
}

function nameOf(element: HTMLElement): string {
  return element.ariaLabel ?? element.textContent
}

function regionsAround(element: HTMLElement): HTMLElement[] {
  const around: HTMLElement[] = []
  let region = element.parentElement?.closest<HTMLElement>(regions)
  while (region) {
    around.push(region)
    region = region.parentElement?.closest<HTMLElement>(regions)
  }
  return around
}
