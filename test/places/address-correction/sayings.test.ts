import { expect, it } from 'vitest'
import * as z from 'zod'
import { fold } from '#places/text'
import sayings from '../../../data/address/sayings.json' with { type: 'json' }

it('lists its sayings by language, folded and each once', () => {
  const table = z.record(z.string(), z.array(z.string().min(1))).parse(sayings)
  for (const [language, list] of Object.entries(table)) {
    expect(language).toMatch(/^[a-z]{2}$/)
    expect(list).toEqual(list.map(fold))
    expect(new Set(list).size).toBe(list.length)
  }
})
