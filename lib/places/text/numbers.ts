import numberWords from '../../../data/text/number-words.json' with { type: 'json' }

let digitsByWord: ReadonlyMap<string, string> | undefined

function loadNumberWords(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(numberWords).flatMap(([digits, words]) =>
      words.split(' ').map((word): [string, string] => [word, digits]),
    ),
  )
}

/** Ordinals in digits: 1st, 2nd, 10e, 1er, 3eme, 2de, 1r, 2n, 4t (Catalan), 5ste. */
const ordinal = /^(\d{1,4})(?:st|nd|rd|th|er|ere|re|e|eme|ieme|me|nde|de|ste|te|r|n|t)$/
const ordinalSign = /^(\d{1,4})\.?(?:er)?[\u00ba\u00aa\u00b0]$/
const romanNumeral = /^(x{0,3})(ix|iv|v?i{0,3})(?:e|eme|ieme)?$/
const romanUnits = ['', 'i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix']

/**
 * Converts a number word (`onze`), an ordinal (`10e`, `3rd`, `2º`) or a Roman numeral of at least two letters up to
 * 39 (`xiv`, `XVIIIe`) to digits; returns `undefined` for other words.
 */
export function toDigits(text: string, raw: string = text): string | undefined {
  const first = text.charCodeAt(0)
  if (first >= 0x30 && first <= 0x39) {
    return (ordinal.exec(text) ?? ordinalSign.exec(raw))?.[1]?.replace(/^0+(?=.)/, '')
  }
  digitsByWord ??= loadNumberWords()
  const digits = digitsByWord.get(text)
  if (digits !== undefined) return digits
  if (text.length < 2 || (first !== 0x78 && first !== 0x76 && first !== 0x69)) return undefined
  const [, tens, units] = romanNumeral.exec(text) ?? []
  if (tens === undefined || units === undefined || tens.length + units.length < 2) return undefined
  return String(tens.length * 10 + romanUnits.indexOf(units))
}
