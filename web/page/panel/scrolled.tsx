import type { ComponentChildren } from 'preact'

/** Scrollable content, which the keyboard can scroll too. */
export function Scrolled({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it only a pointer could scroll.
    <section class="scroll" aria-label={name} tabIndex={0}>
      {children}
    </section>
  )
}
