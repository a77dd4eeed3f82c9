import { type AddressParts, addressLines } from './address-lines.ts'

/** The parts of a label. */
export interface LabelParts extends AddressParts {
  /** The first line, for places that house number and street alone do not identify. */
  name?: string | undefined
}

/** The distinct lines of a label: not "Andorra la Vella, Andorra la Vella, Andorra". */
export function labelLines({ name, ...address }: LabelParts): string[] {
  const seen = new Set<string>()
  return [name, ...addressLines(address)].filter((line): line is string => {
    const key = line?.trim().toLowerCase()
    if (!key || seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Adds a line that tells the place from others, before the country if that is the last line. */
export function withDetail(
  lines: readonly string[],
  detail: string,
  endsInCountry: boolean,
): string[] {
  if (lines.includes(detail)) return [...lines]
  const position = endsInCountry && lines.length > 1 ? lines.length - 1 : lines.length
  return lines.toSpliced(position, 0, detail)
}
