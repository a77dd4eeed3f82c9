import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '#places/text'

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...' .-’·½ßİАйが東'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})

describe('folding a name', () => {
  test.each([
    ['case and accents', 'Rue de la RÉPUBLIQUE', 'rue de la republique'],
    ['hyphens and apostrophes', 'Saint-Jean d’Arves', 'saint jean d arves'],
    ['straight apostrophes', "O'Neill", 'o neill'],
    ['punctuation', 'C/ Major, 5 (baixos)', 'c major 5 baixos'],
    ['blanks of all kinds', '\u00a0A \t\n B\u2003C ', 'a b c'],
    [
      'ß, æ, œ, ø, đ, ł, ı',
      'Großer Ærø Bœuf Øster Đorđe Łódź Iğdır',
      'grosser aero boeuf oster dorde lodz igdir',
    ],
    ['the Turkish dotted İ', 'İstanbul', 'istanbul'],
    ['the Catalan l·l', 'Col·legi', 'collegi'],
    ['the Hawaiian ʻokina', 'Kahoʻolawe', 'kahoolawe'],
    ['full-width and circled characters', 'Ａ１２ ④', 'a12 4'],
    ['ordinal signs', '1º 2ª nº 7', '1o 2a no 7'],
    ['fractions beside a number', '16½', '16 1 2'],
    ['trade marks', 'Hotel™ Sol®', 'hotel sol'],
    ['emoji', '🏖 Beach 🏝', 'beach'],
    ['Russian й and ё', 'Йошкар-Ола Королёв', 'иошкар ола королев'],
    ['the Greek final sigma', 'ΟΔΌΣ Αθηνάς', 'οδοσ αθηνασ'],
    ['Arabic vowels and variants of letters', 'شَارِعُ الأَقْصى', 'شارع الاقصي'],
    ['Hebrew vowels', 'שָׁלוֹם', 'שלום'],
    ['figures of other scripts', '٤٢ ४२ ๔๒', '42 42 42'],
  ])('normalises %s', (_, text, folded) => expect(fold(text)).toBe(folded))

  test('keeps marks that distinguish words in other scripts', () => {
    expect(fold('서울')).toBe('서울')
    expect(fold('서울'.normalize('NFD'))).toBe('서울')
    expect(fold('がぎ'.normalize('NFD'))).toBe('がぎ')
    expect(fold('दिल्ली')).toBe('दिल्ली')
    expect(fold('กรุงเทพ')).toBe('กรุงเทพ')
  })
})

describe('a dot', () => {
  test.each([
    ['joins initials', 'U.S.A.', 'usa'],
    ['joins Italian contractions', 'L.go V.le P.zza C.po', 'lgo vle pzza cpo'],
    ['parts an abbreviation from a name', 'St.Gallen Av.Meritxell', 'st gallen av meritxell'],
    ['parts an initial from a name', 'J.Verdaguer', 'j verdaguer'],
    ['parts figures', '12.5', '12 5'],
  ])('%s', (_, text, folded) => expect(fold(text)).toBe(folded))
})

describe('folding any text', () => {
  test('changes nothing the second time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
      }),
    )
  })

  test('leaves lower-case letters and digits between single blanks', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(text)).toMatch(/^([\p{L}\p{N}\p{M}]+( [\p{L}\p{N}\p{M}]+)*)?$/u)
        expect(fold(text)).toBe(fold(text).toLowerCase())
      }),
    )
  })

  test('ignores case and Unicode normal form of Latin letters', () => {
    const latin = fc.string({ unit: fc.constantFrom(...'abcÀéîõüçñåØøœŁłŽšßı -.') })
    fc.assert(
      fc.property(latin, (text) => {
        expect(fold(text.normalize('NFD'))).toBe(fold(text))
        expect(fold(text.normalize('NFKC').toLowerCase())).toBe(fold(text))
      }),
    )
  })

  test('is stable for every character of the basic plane', () => {
    const unstable: string[] = []
    for (let code = 0; code < 0x1_0000; code++) {
      const folded = fold(`a${String.fromCharCode(code)}b`)
      if (fold(folded) !== folded) unstable.push(code.toString(16))
    }
    expect(unstable).toEqual([])
  })
})
