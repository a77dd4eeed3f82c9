/** Maximum characters of a name that is kept whole: the longest OpenStreetMap tag. */
export const maxNameCharacters = 255

/**
 * Characters that a line of text must not contain, as a character class: controls (C0, C1), line and paragraph
 * separators, bidirectional embeddings, overrides and isolates, invisible operators and fillers, joiners and
 * variation selectors (some are meaningful: see {@link isMeant}), annotations, tags, non-characters and lone
 * surrogates.
 *
 * The marks U+200E, U+200F and U+061C stay: names in Hebrew and Arabic need them, and they do not reorder other text.
 */
const suspects =
  '\\p{Cc}\\p{Zl}\\p{Zp}\\p{Cs}\\u00AD\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u180B-\\u180F\\u200B-\\u200D' +
  '\\u202A-\\u202E\\u2060-\\u206F\\u3164\\uFE00-\\uFE0F\\uFEFF\\uFFA0\\uFFF0-\\uFFFB\\p{Noncharacter_Code_Point}' +
  '\\u{E0000}-\\u{E0FFF}'

const suspect = new RegExp(`[${suspects}]`, 'u')

/**
 * Ranges of code units of {@link suspects}, and all surrogates; the regular expression decides which pairs are
 * suspect.
 */
const suspectUnits: readonly (readonly [from: number, to: number])[] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x34f, 0x34f],
  [0x115f, 0x1160],
  [0x17b4, 0x17b5],
  [0x180b, 0x180f],
  [0x200b, 0x200d],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0x3164, 0x3164],
  [0xd800, 0xdfff],
  [0xfdd0, 0xfdef],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
  [0xffa0, 0xffa0],
  [0xfff0, 0xffff],
]

const isSuspectUnit = new Uint8Array(0x1_0000)
for (const [from, to] of suspectUnits) isSuspectUnit.fill(1, from, to + 1)

const suspectRuns = new RegExp(`[${suspects}]+`, 'gu')

/** Characters whose runs become one space. The other suspects are removed, since they occur within words. */
const breaks = /[\p{Cc}\p{Zl}\p{Zp}]/u

/** Scripts that use ZWJ and ZWNJ to choose the form of a letter, as in Persian, Hindi and Malayalam. */
const joinedScripts = [
  'Arabic',
  'Syriac',
  'Nko',
  'Mandaic',
  'Mongolian',
  'Phags_Pa',
  'Adlam',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
const joined = new RegExp(`[${joinedScripts.map((name) => `\\p{Script=${name}}`).join('')}]$`, 'u')
const emoji = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\uFE0F)$/u
const ideograph = /\p{Script=Han}$/u
const styled = /[\p{Extended_Pictographic}\p{Emoji}\p{Script=Han}]$/u

/** Returns whether a suspect character is meaningful after the text before it. */
function isMeant(character: string, before: string): boolean {
  switch (character) {
    case '\u200D':
      return joined.test(before) || emoji.test(before)
    case '\u200C':
      return joined.test(before)
    case '\uFE0E':
    case '\uFE0F':
      return styled.test(before)
  }
  // Variation selectors of ideographs in names of people and places.
  return /^[\u{E0100}-\u{E01EF}]$/u.test(character) && ideograph.test(before)
}

/**
 * Puts a text on one line. Removes control characters, line breaks, characters that reorder others, and invisible
 * characters that are meaningless in their position. Breaks become one space. Longer texts are cut at `maxCharacters`
 * (UTF-16) with an ellipsis. A clean text is returned unchanged.
 */
export function toOneLine(text: string, maxCharacters = Number.POSITIVE_INFINITY): string {
  // Text far beyond the end is not examined: a caller's name may have millions of characters.
  const maxRead = 4 * maxCharacters + 64
  const read = text.length > maxRead ? text.slice(0, maxRead) : text
  const clean = hasSuspectCharacter(read) ? cleanText(read) : read
  const isWhole = read === text && clean.length <= maxCharacters
  return isWhole ? clean : shortenText(clean, maxCharacters)
}

function cleanText(text: string): string {
  return text
    .replace(suspectRuns, (run, at: number, whole: string) => {
      if (breaks.test(run)) return ' '
      const characters = [...run]
      const [first] = characters
      // Two code points are enough context; half a surrogate pair matches nothing.
      const before = whole.slice(Math.max(0, at - 2), at)
      if (!isMeant(first!, before)) return ''
      // The joiner of an emoji follows its variation selector.
      const isPair = first === '\uFE0F' && characters[1] === '\u200D' && emoji.test(before)
      return isPair ? `${first}\u200D` : first!
    })
    .replace(/ {2,}/g, ' ')
    .trim()
}

function shortenText(text: string, maxCharacters: number): string {
  const cut = text.slice(0, Math.max(0, maxCharacters - 1))
  // Do not cut within a surrogate pair, between a letter and its marks, or within a joined emoji.
  return `${cut.replace(/[\uD800-\uDBFF]$/, '').replace(/(?:\p{M}|\u200D)+$/u, '')}…`
}

/** Cleans a name from the map with {@link toOneLine}, to at most {@link maxNameCharacters}. */
export function cleanName(name: string): string {
  return toOneLine(name, maxNameCharacters)
}

/** Returns whether a text contains a character that {@link toOneLine} examines. */
export function hasSuspectCharacter(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    // The table lookup is ten times as fast as the regular expression, and nearly all texts are clean.
    if (isSuspectUnit[text.charCodeAt(i)] === 1) return suspect.test(text)
  }
  return false
}
