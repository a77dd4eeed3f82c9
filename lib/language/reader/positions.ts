import type { LatLon } from '#ground/geo'
import { coordinatesIn } from '#places/search'

export interface TextPosition {
  start: number
  end: number
  position: LatLon
}

/**
 * Figures with two decimals or a degree sign and what may follow them in coordinates, a link to a map, or a plus
 * code. Figures without decimals are durations, house numbers and counts.
 */
const candidate =
  /(?:(?<!\p{L})[NSEWO] ?)?[-+]?\d{1,3}(?:[.,]\d{2,}|\s?[°º])[\d\s.,;/°º'"′″NSEWO+-]*|(?:https?:\/\/|geo:)\S+|[2-9CFGHJMPQRVWX]{8}\+[2-9CFGHJMPQRVWX]{2,3}/gu

/** Every text that {@link candidate} may match, in characters of ASCII and few others: most texts are none. */
const mayBeCandidate = /\d[.,]\d\d|\d\s?[°º]|https?:|geo:|\+/

/** The same for coordinates with words. */
const mayHaveWords = /\d[.,]\d|lat|breite/i

const angle = '([-+]?\\d{1,3}(?:[.,]\\d+)?)\\s*°?'
/** `lat 41.1456, lon -8.6107`, `Breite: 47,1 Länge: 8,5`. */
const labelled = new RegExp(
  `(?<!\\p{L})(?:lat\\p{L}*|breite\\p{L}*)[.:=]?\\s*${angle}[\\s,;/]*(?:\\p{L}{1,3}\\s+){0,2}` +
    `(?:lon\\p{L}*|lng|l(?:ä|ae)nge\\p{L}*)[.:=]?\\s*${angle}`,
  'giu',
)

/** `Longitude 24,9466 latitude 60,1708`. */
const longitudeFirst = new RegExp(
  `(?<!\\p{L})(?:lon\\p{L}*|lng|l(?:ä|ae)nge\\p{L}*)[.:=]?\\s*${angle}[\\s,;/]*(?:\\p{L}{1,3}\\s+){0,2}` +
    `(?:lat\\p{L}*|breite\\p{L}*)[.:=]?\\s*${angle}`,
  'giu',
)

/** `60,1655 e 24,9481`: a small word between two figures with three decimals or more. */
const joined =
  /(?<![\d.,])([-+]?\d{1,2}[.,]\d{3,})\s+(?:e|et|und|y|and)\s+([-+]?\d{1,3}[.,]\d{3,})(?![\d.,]*\d)/giu

/** `42.4885 north, 1.4977 east`. */
const inWords = new RegExp(
  `(\\d{1,3}[.,]\\d+)\\s*°?\\s*(nor(?:th|te|d)|sur|sul|sud|south|süd)[\\s,;]+(?:\\p{L}{1,3}\\s+)?` +
    `(\\d{1,3}[.,]\\d+)\\s*°?\\s*(est|este|east|ost|leste|ovest|ouest|oeste|west)(?!\\p{L})`,
  'giu',
)

/**
 * The coordinates in a text, in any notation of the geocoder, in order. `east` is the letter for east where it is not
 * E: O is east in German and west in Romance languages.
 */
export function positionsIn(typed: string, { east }: { east?: string } = {}): TextPosition[] {
  const found: TextPosition[] = []
  // Patterns with letters of all alphabets take V8 milliseconds to compile.
  const text = mayHaveWords.test(typed) ? withoutWorded(typed, found) : typed
  if (mayBeCandidate.test(text)) addCandidates(text, east, found)
  return found.sort((a, b) => a.start - b.start)
}

function addCandidates(text: string, east: string | undefined, found: TextPosition[]): void {
  candidate.lastIndex = 0
  for (let match = candidate.exec(text); match; match = candidate.exec(text)) {
    const run = east ? match[0].replaceAll(east, 'E') : match[0]
    const position = longestIn(run)
    const start = match.index
    if (!position) continue
    found.push({ start, end: start + position.length, position: position.position })
    candidate.lastIndex = start + position.length
  }
}

/** Adds the coordinates that have words to `found`; returns the text with blanks in their place, so that nothing moves. */
function withoutWorded(typed: string, found: TextPosition[]): string {
  const take = (all: string, lat: string, lon: string, start: number) => {
    const position = coordinatesIn(`${lat.replace(',', '.')}, ${lon.replace(',', '.')}`)
    if (!position) return all
    found.push({ start, end: start + all.length, position })
    return ' '.repeat(all.length)
  }
  return typed
    .replace(labelled, (all: string, lat: string, lon: string, start: number) =>
      take(all, lat, lon, start),
    )
    .replace(longitudeFirst, (all: string, lon: string, lat: string, start: number) =>
      take(all, lat, lon, start),
    )
    .replace(joined, (all: string, lat: string, lon: string, start: number) =>
      take(all, lat, lon, start),
    )
    .replace(
      inWords,
      (all: string, lat: string, north: string, lon: string, east: string, start: number) => {
        const isSouth = !/^n/i.test(north)
        const isWest = /^(?:o[uve]|w)/i.test(east)
        return take(all, isSouth ? `-${lat}` : lat, isWest ? `-${lon}` : lon, start)
      },
    )
}

/** Characters of two angles in degrees, minutes and seconds, with room. Without it a list of figures takes seconds. */
const maxRun = 60

/** Parts between separators that are left out behind a position, at most; a link with more is none. */
const maxParts = 30

/** The longest part of a run of figures, from its beginning, that is a position. */
function longestIn(run: string): { length: number; position: LatLon } | undefined {
  const text = /^\p{L}{3}/u.test(run) ? run : run.slice(0, maxRun)
  let end = text.length
  for (let parts = 0; end >= 6 && parts < maxParts; parts++) {
    const span = text.slice(0, endWithout(text, end, /[\s,;./+-]/))
    const position = coordinatesIn(span)
    if (position) return { length: span.length, position }
    end = endWithout(text, endWithout(text, end, /[^\s,;/]/), /[\s,;/+-]/)
  }
  return undefined
}

/** The end of a text without the characters of a class at its end. */
function endWithout(text: string, from: number, characters: RegExp): number {
  let end = from
  while (end > 0 && characters.test(text[end - 1]!)) end--
  return end
}
