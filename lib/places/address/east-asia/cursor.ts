import type { ComponentKey, ComponentSpan } from '../components.ts'

const separators = /[\s,，、。·;；|()（）［］【】]*/uy

/** Consumes a text from left to right, one component per matching form. */
export class Cursor {
  readonly text: string
  readonly spans: ComponentSpan[] = []
  at = 0
  /** End of the part not yet parsed. The text after it was taken from the end. */
  end: number

  constructor(text: string) {
    this.text = text
    this.end = text.length
  }

  skip(): void {
    separators.lastIndex = this.at
    separators.exec(this.text)
    this.at = Math.min(this.end, separators.lastIndex)
  }

  has(key: ComponentKey): boolean {
    return this.spans.some((span) => span.key === key)
  }

  rest(): string {
    return this.text.slice(this.at, this.end)
  }

  /**
   * Takes a component if the form matches at the current position. The value is the group named `v`, or
   * the whole match. Each component is taken at most once.
   */
  take(key: ComponentKey, form: RegExp): boolean {
    this.skip()
    if (this.has(key)) return false
    const match = form.exec(this.rest())
    if (!match || match.index > 0 || match[0] === '') return false
    const value = match.groups?.v ?? match[0]
    const start = this.at + match[0].indexOf(value)
    this.spans.push({ key, start, end: start + value.length })
    this.at += match[0].length
    return true
  }

  /** Takes a component from the end if the form matches there. */
  takeLast(key: ComponentKey, form: RegExp): boolean {
    const rest = this.rest().replace(/[\s,，、。)）]+$/u, '')
    if (this.has(key)) return false
    const match = form.exec(rest)
    if (!match || match.index + match[0].length !== rest.length || match[0] === '') return false
    const value = match.groups?.v ?? match[0]
    const start = this.at + match.index + match[0].indexOf(value)
    this.spans.push({ key, start, end: start + value.length })
    this.end = this.at + match.index
    return true
  }

  /** Takes the remaining text, trimmed, as one component. */
  takeRest(key: ComponentKey): boolean {
    this.skip()
    const rest = this.rest().replace(/[\s,，、。;；()（）-]+$/u, '')
    if (rest === '' || this.has(key)) return false
    this.spans.push({ key, start: this.at, end: this.at + rest.length })
    this.at = this.end
    return true
  }
}
