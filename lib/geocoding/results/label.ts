import { type AddressParts, addressLines } from './address-format.ts'

/** What a label is made of. */
export interface LabelParts extends AddressParts {
  /** Goes first, for what is not found by a house number and a street alone. */
  name?: string | undefined
}

/** Lines of a label, each said once: "Andorra la Vella, Andorra la Vella, Andorra" says it twice. */
export function labelLines({ name, ...address }: LabelParts): string[] {
  const said = new Set<string>()
  return [name, ...addressLines(address)].filter((line): line is string => {
    const key = line?.trim().toLowerCase()
    if (!key || said.has(key)) return false
    said.add(key)
    return true
  })
}

/** The lines with one more that tells the place from others, before the country when there is one. */
export function withDetail(
  lines: readonly string[],
  detail: string,
  endsInCountry: boolean,
): string[] {
  if (lines.includes(detail)) return [...lines]
  const position = endsInCountry && lines.length > 1 ? lines.length - 1 : lines.length
  return lines.toSpliced(position, 0, detail)
}
