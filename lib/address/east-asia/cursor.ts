import type { ComponentKey, ComponentSpan } from '../components.ts'

const separators = /[\s,，、。·;；|()（）［］【】]*/uy

/** Reads a text from left to right, cutting off a component wherever its form stands next. */
export class Cursor {
  readonly text: string
  readonly spans: ComponentSpan[] = []
  at = 0
  /** Where the part still to be read ends; what is behind has been taken from the end. */
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
   * Takes the component where the form stands next. A group named `v` in the form is the value, without
   * it all of it is. Nothing is taken twice.
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

  /** Takes the component off the end, where the form stands there. */
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

  /** What is left, trimmed, as one component. */
  takeRest(key: ComponentKey): boolean {
    this.skip()
    const rest = this.rest().replace(/[\s,，、。;；()（）-]+$/u, '')
    if (rest === '' || this.has(key)) return false
    this.spans.push({ key, start: this.at, end: this.at + rest.length })
    this.at = this.end
    return true
  }
}
