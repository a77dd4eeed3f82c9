import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold, splitWords, type Word, type WordForm } from '#places/text'

const anyText = fc.string({
  unit: fc.oneof(
    fc.constantFrom(...' .-/&’·½ßüå東京ガきไทย', 'str', 'st', '10e', 'пр'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
})

function formsOf(text: string, kind: WordForm['kind'], at = 0): string[] {
  return splitWords(text)
    [at]!.forms.filter((form) => form.kind === kind)
    .map(({ words }) => words.join(' '))
}

/** Matches as an index and a query do: every word of the query is a word of the name, in some form. */
function finds(query: string, name: string): boolean {
  const terms = new Set(
    splitWords(name).flatMap(({ text, forms }) => [text, ...forms.flatMap(({ words }) => words)]),
  )
  const words = splitWords(query)
  const matches = (from: number): boolean =>
    from === words.length ||
    (terms.has(words[from]!.text) && matches(from + 1)) ||
    words[from]!.forms.some(
      (form) => form.words.every((word) => terms.has(word)) && matches(from + (form.span ?? 1)),
    )
  return matches(0)
}

describe('splitting a text into words', () => {
  test('returns their positions', () => {
    const text = 'L’Avinguda  Meritxell, 5'
    expect(splitWords(text).map(({ raw, start, end, text }) => [raw, start, end, text])).toEqual([
      ['L', 0, 1, 'l'],
      ['Avinguda', 2, 10, 'avinguda'],
      ['Meritxell', 12, 21, 'meritxell'],
      ['5', 23, 24, '5'],
    ])
  })

  test('returns Chinese characters singly, and kana and Latin by runs', () => {
    const texts = (text: string) => splitWords(text).map(({ text }) => text)
    expect(texts('東京都新宿区')).toEqual(['東', '京', '都', '新', '宿', '区'])
    expect(texts('スターバックス渋谷みなみ店B1')).toEqual([
      'スターバックス',
      '渋',
      '谷',
      'みなみ',
      '店',
      'b1',
    ])
    expect(texts('서울특별시 종로구')).toEqual(['서울특별시', '종로구'])
  })

  test('finds a Japanese name in a longer text', () => {
    const around = splitWords('東京都新宿区西新宿').map(({ text }) => text)
    const name = splitWords('東京都').map(({ text }) => text)
    expect(around.slice(0, name.length)).toEqual(name)
  })
})

describe('other written forms of a word', () => {
  test('include umlauts as two letters', () => {
    expect(formsOf('Müller', 'digraph')).toEqual(['mueller'])
    expect(formsOf('Håkon', 'digraph')).toEqual(['haakon'])
    expect(formsOf('Muller', 'digraph')).toEqual([])
  })

  test('include other scripts in Latin letters', () => {
    expect(formsOf('Москва', 'transliteration')).toEqual(['moskva'])
    expect(formsOf('Ξάνθη', 'transliteration')).toEqual(['xanthi'])
    expect(splitWords('北京')[0]!.forms).toEqual([
      { kind: 'transliteration', words: ['beijing'], span: 2 },
    ])
  })

  test('include abbreviations in full, but not full words abbreviated', () => {
    expect(formsOf('Av.', 'expansion')).toEqual(
      expect.arrayContaining(['avenue', 'avenida', 'avinguda']),
    )
    expect(formsOf('zi Nord', 'expansion')).toContain('zone industrielle')
    expect(formsOf('пр-т', 'expansion')).toContain('проспект')
    expect(formsOf('Street', 'expansion')).toEqual([])
    expect(formsOf('Saint', 'expansion')).toEqual([])
  })

  test('put a saint first before a name, and a street behind one', () => {
    expect(formsOf('St Julia', 'expansion')[0]).toBe('saint')
    expect(formsOf('Julia St', 'expansion', 1)[0]).toBe('street')
  })

  test('include street types for single letters only before a dot or a slash, or at the beginning', () => {
    expect(formsOf('C/ Major', 'expansion')).toEqual(expect.arrayContaining(['calle', 'carrer']))
    expect(formsOf('Edifici C', 'expansion', 1)).toEqual([])
  })

  test('include German, Dutch and Nordic compounds in full and in parts', () => {
    expect(formsOf('Hauptstr.', 'expansion')).toContain('hauptstrasse')
    expect(formsOf('Hauptstr.', 'split')).toContain('haupt strasse')
    expect(formsOf('Mannerheimintie', 'split')).toEqual(['mannerheimin tie'])
    expect(formsOf('Kungsgatan', 'split')).toEqual(['kungs gatan'])
    expect(formsOf('Kerkstraat', 'split')).toEqual(['kerk straat'])
    expect(formsOf('Partie', 'split')).toEqual([])
  })

  test('include joined words in pairs and as a whole', () => {
    expect(splitWords('Saint-Jean-de-Luz')[0]!.forms).toEqual([
      { kind: 'joined', words: ['saintjean'], span: 2 },
      { kind: 'joined', words: ['saintjeandeluz'], span: 4 },
    ])
    expect(formsOf('Saint Jean', 'joined')).toEqual([])
  })

  test('include letters split from digits, except the suffix of a house number', () => {
    expect(formsOf('Take31', 'split')).toEqual(['take 31'])
    expect(formsOf('AD500', 'split')).toEqual(['ad 500'])
    expect(formsOf('14a', 'split')).toEqual([])
  })

  test('include numbers as digits', () => {
    const figures = (text: string) => formsOf(text, 'number')[0]
    expect(['Onze', 'Dixième', '10e', '1er', 'Third', '3rd', '2º', 'XIV', 'Fünf'].map(figures)).toEqual([
      '11', '10', '10', '1', '3', '3', '2', '14', '5',
    ]) // biome-ignore format: pairs
    expect(['una', 'mix', 'civic', '42'].map(figures)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  test('include Thai words split by a dictionary', () => {
    expect(formsOf('สถานีรถไฟหัวหิน', 'split')).toEqual(['สถานี รถไฟ หัวหิน'])
  })
})

describe('a query that matches through a form of either side', () => {
  test.each([
    ['saintjean', 'Saint-Jean'],
    ['saint jean', 'Saint-Jean'],
    ['Saint-Jean', 'Saintjean'],
    ['denclar', "Avinguda d'Enclar"],
    ['mueller', 'Müller'],
    ['Müllerstr', 'Muellerstraße'],
    ['haupt str', 'Hauptstraße'],
    ['hauptstrasse', 'Haupt-Straße'],
    ['Bahnhofstr.', 'Bahnhof Straße'],
    ['av meritxell', 'Avinguda Meritxell'],
    ['st julia', 'Sant Julià'],
    ['Rue du 11', 'Rue du Onze'],
    ['10e', 'Dixième'],
    ['third street', '3rd St'],
    ['Take 31', 'Take31'],
    ['L.go Colombo', 'Largo Colombo'],
    ['P.za nva', 'Piazza Nuova'],
    ['ul Pushkina', 'улица Пушкина'],
    ['ул. Пушкина', 'улица Пушкина'],
    ['beijing', '北京'],
    ['ol', 'Öl'],
    ['M&S', 'MS'],
  ])('%s finds %s', (query, name) => expect(finds(query, name)).toBe(true))

  test.each([
    ['street', 'Saint'],
    ['mukklen', 'Müggeln'],
    ['meritxell', 'Avinguda de Tarragona'],
  ])('%s does not find %s', (query, name) => expect(finds(query, name)).toBe(false))

  test('finds a name by itself', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(finds(text, text)).toBe(true)
      }),
    )
  })
})

describe('words of any text', () => {
  const positions = (words: readonly Word[]) => words.map(({ start, end }) => [start, end])

  test('are in order, at their positions, and fold like the whole text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = splitWords(text)
        for (const { raw, start, end } of words) expect(text.slice(start, end)).toBe(raw)
        for (const [i, [start]] of positions(words).entries()) {
          if (i > 0) expect(start).toBeGreaterThanOrEqual(words[i - 1]!.start)
        }
        expect(words.map(({ text }) => text).join('')).toBe(fold(text).replaceAll(' ', ''))
      }),
    )
  })

  test('equal the words of the folded text without Chinese or Japanese', () => {
    const western = fc.string({ unit: fc.constantFrom(...' abcÀßœİАйς.-’½4؟²שא') })
    fc.assert(
      fc.property(western, (text) => {
        expect(
          splitWords(text)
            .map(({ text }) => text)
            .join(' '),
        ).toBe(fold(text))
      }),
    )
  })

  test('have folded forms that differ from the word and cover existing words', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const words = splitWords(text)
        for (const [i, word] of words.entries()) {
          for (const { words: form, span = 1 } of word.forms) {
            expect(form.map(fold)).toEqual(form)
            expect(form.length > 0 && form.every((part) => part !== '')).toBe(true)
            if (span === 1) expect(form).not.toEqual([word.text])
            expect(i + span).toBeLessThanOrEqual(words.length)
          }
        }
      }),
    )
  })

  test('are split in time linear in the length', () => {
    for (const piece of [
      'a.b-',
      'Müller-',
      '東京',
      'กรุงเทพ',
      '1a',
      'st ',
      '\ud800',
      '\u0301',
      'x',
    ]) {
      const text = piece.repeat(10_000 / piece.length)
      const begin = performance.now()
      splitWords(text)
      fold(text)
      expect(performance.now() - begin).toBeLessThan(1000)
    }
  })
})
