/**
 * A text with its placeholders replaced, all at once: a value is never read as a text.
 *
 * @throws RangeError for a placeholder without a value.
 */
export function fill(text: string, values: Readonly<Record<string, string>>): string {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (!Object.hasOwn(values, name)) throw new RangeError(`no value for {${name}} in "${text}"`)
    return values[name]!
  })
  // A name at the end of a sentence may end with the full stop of an abbreviation.
  return text.endsWith('}.') && filled.endsWith('..') ? filled.slice(0, -1) : filled
}
