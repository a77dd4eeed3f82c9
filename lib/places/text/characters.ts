/**
 * Role of a character in a name. `word` is part of a word; `ignored` (marks, format characters) is removed without
 * separating words; `dot` separates words depending on its neighbours; `fraction` is a word by itself; `gap`
 * separates words.
 */
export type CharacterClass = 'word' | 'ignored' | 'dot' | 'fraction' | 'gap'

/**
 * Marks that people may leave out: marks on Latin, Greek and Cyrillic letters, Hebrew and Arabic vowels, variation
 * selectors. Vowel signs of Indic and South-East Asian scripts and the voicing marks of kana are kept, because they
 * distinguish words.
 */
const optionalMark =
  /[[\p{M}&&[\p{sc=Inherited}\p{sc=Cyrillic}\p{sc=Hebrew}\p{sc=Arabic}]]--[\u3099\u309a]]/v

export const optionalMarks = new RegExp(optionalMark, 'gv')

/** Format characters (joiners, direction marks, soft hyphen), tatweel, ʻokina, the dot of Catalan l·l. */
const silent = /[\p{Cf}\u0640\u02bb\u00b7]/u

/** Characters that Unicode classifies as letters and that are used as apostrophes. */
const apostrophe = /[\u0374\u02bc\u02b9\u02bd\u02be\u02bf\u055a\ua78b\ua78c]/u
export const apostrophes = new RegExp(apostrophe, 'gu')

const fraction = /[\u00bc-\u00be\u2150-\u215f\u2189]/u
const tradeMark = /[\u2120\u2122]/u
/** Compatibility forms that decompose to a blank and a mark. */
const spacingMark =
  /[\u00a8\u00af\u00b4\u00b8\u02d8-\u02dd\u037a\u0384\u0385\u1fbd-\u1fc1\u1fcd-\u1fcf\u1fdd-\u1fdf\u1fed-\u1fef\u1ffd\u1ffe\u200b\u2017\u203e\ufe49-\ufe4f\uffe3]/u
const inWord = /[\p{L}\p{N}\p{M}]/u

export function classify(character: string): CharacterClass {
  if (character === '.' || character === '\uff0e') return 'dot'
  if (spacingMark.test(character) || tradeMark.test(character)) return 'gap'
  if (optionalMark.test(character) || silent.test(character)) return 'ignored'
  if (apostrophe.test(character)) return 'gap'
  if (fraction.test(character)) return 'fraction'
  // The second test covers signs that decompose to letters or digits, such as № (No), ㎡ or ℡.
  if (inWord.test(character) || inWord.test(character.normalize('NFKD'))) return 'word'
  return 'gap'
}

const classes: readonly CharacterClass[] = ['word', 'ignored', 'dot', 'fraction', 'gap']
const known = new Uint8Array(0x1_0000)

/** Classifies the character at a position; cached for the Basic Multilingual Plane (64 kB). */
export function classifyAt(text: string, at: number): CharacterClass {
  const unit = text.charCodeAt(at)
  if (unit >= 0xd800 && unit < 0xe000) {
    return classify(String.fromCodePoint(text.codePointAt(at)!))
  }
  let number = known[unit]!
  if (number === 0) {
    number = classes.indexOf(classify(String.fromCharCode(unit))) + 1
    known[unit] = number
  }
  return classes[number - 1]!
}

/** Replacements for letters that do not decompose, as written by people whose keyboards lack them. */
export const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ł: 'l',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  ĸ: 'k',
  ə: 'e',
  ǝ: 'e',
  ɛ: 'e',
  ɔ: 'o',
  ƒ: 'f',
  ς: 'σ',
  // Arabic and Persian keyboards have different characters for one letter.
  ى: 'ي',
  ی: 'ي',
  ک: 'ك',
  ة: 'ه',
}

export const lettersToReplace = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')

const zeros = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
  0xf20, 0x1040, 0x17e0, 0x1810,
]

/** Converts a decimal digit of any script in use to 0 to 9; returns other characters unchanged. */
export function toAsciiDigit(character: string): string {
  const code = character.codePointAt(0)!
  const zero = zeros.find((start) => code >= start && code < start + 10)
  return zero === undefined ? character : String(code - zero)
}
