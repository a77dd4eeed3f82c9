/** The first name that an object in a JSON text has twice, with its path; undefined where all are single. */
export function findRepeatedName(text: string, parsed: unknown): string | undefined {
  // Parsing keeps the last of equal names, so that fewer are left.
  return countNames(text) === countFields(parsed) ? undefined : locateRepeated(text)
}

const quote = 0x22
const backslash = 0x5c
const colon = 0x3a

/** Index of the quote that ends the string which begins at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

function isName(text: string, end: number): boolean {
  let next = end + 1
  while (isSpace(text.charCodeAt(next))) next++
  return text.charCodeAt(next) === colon
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

function countNames(text: string): number {
  let count = 0
  for (let start = text.indexOf('"'); start !== -1; ) {
    const end = endOfString(text, start)
    if (isName(text, end)) count++
    start = text.indexOf('"', end + 1)
  }
  return count
}

/** Without recursion, which a deep text would exhaust. */
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

/** The path of the first repeated name of a valid JSON text. */
function locateRepeated(text: string): string | undefined {
  const open: { names?: Set<string>; at: string | number }[] = []
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    const inner = open.at(-1)
    if (code === quote) {
      const end = endOfString(text, i)
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
