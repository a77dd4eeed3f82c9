const named: Readonly<Record<string, string>> = {
  aelig: 'æ',
  AElig: 'Æ',
  amp: '&',
  apos: "'",
  deg: '°',
  eth: 'ð',
  ETH: 'Ð',
  gt: '>',
  laquo: '«',
  ldquo: '“',
  lsquo: '‘',
  lt: '<',
  mdash: '—',
  middot: '·',
  nbsp: '\u00a0',
  ndash: '–',
  oelig: 'œ',
  OElig: 'Œ',
  ordf: 'ª',
  ordm: 'º',
  oslash: 'ø',
  Oslash: 'Ø',
  quot: '"',
  raquo: '»',
  rdquo: '”',
  rsquo: '’',
  shy: '',
  szlig: 'ß',
  thorn: 'þ',
  THORN: 'Þ',
}

/** Combining marks of entities that consist of a letter and a mark: "&eacute;", "&Scaron;". */
const marks: Readonly<Record<string, string>> = {
  grave: '\u0300',
  acute: '\u0301',
  circ: '\u0302',
  tilde: '\u0303',
  uml: '\u0308',
  ring: '\u030a',
  caron: '\u030c',
  cedil: '\u0327',
}

const entity = /&(?:#(\d{2,6})|#[xX]([\da-fA-F]{2,6})|(([A-Za-z])([a-z]{3,5}))|([A-Za-z]{2,6}));/g

/** Replaces HTML entities of letters and punctuation, which occur in texts copied from web pages. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replaceAll(entity, (...found: (string | undefined)[]) => {
    const [whole = '', decimal, hex, accented, letter, mark = '', name = ''] = found
    const digits = decimal ?? hex
    if (digits) return decodeCharacter(Number.parseInt(digits, decimal ? 10 : 16)) ?? whole
    const combining = Object.hasOwn(marks, mark) ? marks[mark] : undefined
    if (combining) return `${letter}${combining}`.normalize('NFC')
    const key = accented ?? name
    return (Object.hasOwn(named, key) ? named[key] : undefined) ?? whole
  })
}

/** Returns the character for a code, except control characters and halves of surrogate pairs. */
function decodeCharacter(code: number): string | undefined {
  const valid = code >= 0x20 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return valid ? String.fromCodePoint(code) : undefined
}
