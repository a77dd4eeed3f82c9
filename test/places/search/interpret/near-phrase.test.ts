import { describe, expect, it, test } from 'vitest'
import { nearPhraseOf, tokenize } from '#places/search'
import { fold } from '#places/text'
import nearWords from '../../../../lib/places/search/interpret/near-words.json' with {
  type: 'json',
}

const phraseOf = (text: string) => nearPhraseOf(tokenize(text))

describe('the words for near and in', () => {
  test.each(Object.entries(nearWords))('%s are folded, once in each language', (_, table) => {
    for (const words of Object.values<string[]>(table)) {
      expect(words.map(fold)).toEqual(words)
      expect(new Set(words).size).toBe(words.length)
    }
  })

  test.each(Object.values(nearWords.near).flat())('%s relates a category to a place', (word) => {
    expect(phraseOf(`pharmacy ${word} Encamp`)).toEqual({
      subject: 'pharmacy',
      categories: ['pharmacy'],
      edits: 0,
      relation: 'near',
      location: 'Encamp',
    })
  })

  test.each(Object.values(nearWords.in).flat())('%s relates a category to an area', (word) => {
    expect(phraseOf(`pharmacy ${word} Encamp`)).toMatchObject({ location: 'Encamp' })
  })

  test.each(Object.values(nearWords.nearCaller).flat())('%s means around the caller', (phrase) => {
    expect(phraseOf(`pharmacy ${phrase}`)).toMatchObject({ relation: 'near', location: '' })
  })
})

describe('what is said of a category', () => {
  test.each(Object.values(nearWords.quality).flat())('%s leaves it the category', (word) => {
    const expected = { categories: ['pharmacy'], location: 'Encamp' }
    expect(phraseOf(`${word} pharmacy near Encamp`)).toMatchObject(expected)
    expect(phraseOf(`pharmacy ${word} near Encamp`)).toMatchObject(expected)
  })

  it('makes no category of other words', () => {
    expect(phraseOf('best Xyzzy near Encamp')).toMatchObject({ categories: [] })
    expect(phraseOf('best in Encamp')).toBeUndefined()
  })
})

describe('a phrase', () => {
  it('may end in a word for the caller', () => {
    expect(phraseOf('cafés near me')).toMatchObject({ subject: 'cafés', location: '' })
  })

  it('needs a category before a word for in, and none before a word for near', () => {
    expect(phraseOf('Xyzzy in Encamp')).toBeUndefined()
    expect(phraseOf('Xyzzy near Encamp')).toMatchObject({ categories: [], location: 'Encamp' })
  })

  it('needs a place after the relation', () => {
    expect(phraseOf('pharmacy in')).toBeUndefined()
  })
})
