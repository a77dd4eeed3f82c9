/** Maximum nesting of a JSON record; deeper records could exhaust the stack. */
const maxDepth = 100

type Fields = Readonly<Record<string, unknown>>

/** A record of JSON Lines, without surrounding blanks, or the problem with it. */
export type JsonRecord = { text: string; fields: Fields } | { problem: string }

/** Parses one line. */
export function parseJsonRecord(line: string): JsonRecord {
  const text = line.trim()
  if (!text.startsWith('{')) return { problem: 'the line is no JSON object' }
  if (measureDepth(text) > maxDepth)
    return { problem: `the object is nested over ${maxDepth} levels` }
  try {
    return { text, fields: JSON.parse(text) as Fields }
  } catch {
    return { problem: 'the line is no valid JSON' }
  }
}

/**
 * Returns a function that formats a field as cell text: nested values as JSON, `null` as an empty text, and numbers as
 * written, including numbers that JavaScript cannot represent.
 */
export function makeCellReader(record: { text: string; fields: Fields }): (name: string) => string {
  let exact: Fields | undefined
  return (name) => {
    const value = Object.hasOwn(record.fields, name) ? record.fields[name] : undefined
    if (typeof value === 'string') return value
    if (value === undefined || value === null) return ''
    if (typeof value === 'boolean') return String(value)
    exact ??= JSON.parse(record.text, keepNumber) as Fields
    const kept = exact[name]
    return kept instanceof NumberText ? kept.text : JSON.stringify(kept)
  }
}

/** A number whose text JavaScript would change. */
class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): unknown {
    // TypeScript has no type for `JSON.rawJSON` yet.
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.text)
  }
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return String(value) === context.source ? value : new NumberText(context.source)
}

function measureDepth(text: string): number {
  let depth = 0
  let max = 0
  let isInText = false
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) isInText = !isInText
    else if (unit === 0x5c && isInText) at++
    else if (isInText) continue
    else if (unit === 0x7b || unit === 0x5b) max = Math.max(max, ++depth)
    else if (unit === 0x7d || unit === 0x5d) depth--
  }
  return max
}
