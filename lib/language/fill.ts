/**
 * Replaces the placeholders of a text in one pass, so that a value is never read as a placeholder.
 *
 * @throws RangeError when a placeholder has no value.
 */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(values, name)) throw new RangeError(`no value for {${name}} in "${text}"`)
    return values[name]!
  })
  // A name at the end of a sentence may end with the full stop of an abbreviation.
  return text.endsWith('}.') && filled.endsWith('..') ? filled.slice(0, -1) : filled
}
