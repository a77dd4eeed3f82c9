import { endOfString } from './limits.ts'

/**
 * Returns the path of the first name that an object of a valid JSON text contains twice, or `undefined`.
 *
 * @param fieldCount Number of fields in the text, repeated ones included.
 */
export function findRepeatedName(
  text: string,
  parsed: unknown,
  fieldCount: number,
): string | undefined {
  // Parsing keeps only the last of equal names, so a lower count means a repeated name.
  return countFields(parsed) === fieldCount ? undefined : locateRepeated(text)
}

const quote = 0x22
const colon = 0x3a

function isName(text: string, end: number): boolean {
  let next = end + 1
  while (isSpace(text.charCodeAt(next))) next++
  return text.charCodeAt(next) === colon
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** Counts fields without recursion, which a deep text would exhaust. */
function countFields(parsed: unknown): number {
  let count = 0
  const left = [Object(parsed) as object]
  for (let value = left.pop(); value !== undefined; value = left.pop()) {
    const isList = Array.isArray(value)
    const fields: readonly unknown[] = isList ? (value as unknown[]) : Object.values(value)
    if (!isList) count += fields.length
    for (let i = 0; i < fields.length; i++) {
      const field = fields[i]
      if (typeof field === 'object' && field !== null) left.push(field)
    }
  }
  return count
}

/** Finds the path of the first repeated name of a valid JSON text. */
function locateRepeated(text: string): string | undefined {
  const open: { names?: Set<string>; at: string | number }[] = []
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const inner = open.at(-1)
    if (code === quote) {
      const end = endOfString(text, i + 1)
      if (inner?.names && isName(text, end)) {
        const name = JSON.parse(text.slice(i, end + 1)) as string
        inner.at = name
        if (inner.names.has(name)) return printPath(open.map(({ at }) => at))
        inner.names.add(name)
      }
      i = end
    } else if (code === 0x7b) open.push({ names: new Set(), at: '' })
    else if (code === 0x5b) open.push({ at: 0 })
    else if (code === 0x7d || code === 0x5d) open.pop()
    else if (code === 0x2c && inner && typeof inner.at === 'number') inner.at++
  }
  return undefined
}

function printPath(steps: readonly (string | number)[]): string {
  return steps
    .map((step, i) => (typeof step === 'number' ? `[${step}]` : `${i > 0 ? '.' : ''}${step}`))
    .join('')
}
