import type { ComponentChildren } from 'preact'

/** Something larger than its place; the keyboard scrolls it as well. */
export function Scrolled({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it only a pointer could scroll.
    <section class="scroll" aria-label={name} tabIndex={0}>
      {children}
    </section>
  )
}
