/** Maximum nesting of a JSON record; deeper ones could exhaust the stack. */
const maxDepth = 100

/** A record of JSON Lines. */
export type JsonRecord =
  | { text: string; fields: Readonly<Record<string, unknown>> }
  | { problem: string }

/** Reads one line. Numbers stay as they are written, also those that JavaScript cannot hold. */
export function parseJsonRecord(line: string): JsonRecord {
  const text = line.trim()
  if (!text.startsWith('{')) return { problem: 'the line is no JSON object' }
  if (depthOf(text) > maxDepth) return { problem: `the object is nested over ${maxDepth} levels` }
  try {
    return { text, fields: JSON.parse(text, keepNumber) as Record<string, unknown> }
  } catch {
    return { problem: 'the line is no valid JSON' }
  }
}

/** A number whose text JavaScript would change. */
class NumberText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toJSON(): unknown {
    return (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(this.text)
  }
}

function keepNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || context?.source === undefined) return value
  return String(value) === context.source ? value : new NumberText(context.source)
}

/** A value of a record as the text of a cell: nested ones as JSON, `null` as nothing. */
export function cellText(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === undefined || value === null) return ''
  if (value instanceof NumberText) return value.text
  return JSON.stringify(value)
}

function depthOf(text: string): number {
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
