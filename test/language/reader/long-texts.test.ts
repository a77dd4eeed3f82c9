import { describe, expect, test } from 'vitest'
import { maxReadingSteps, readQuery, readQueryWithPauses } from '#language/reader'
import { maxQueryCharacters } from '#language/schemas'
import { WorkBudget } from '#places/gazetteer'
import { fold } from '#places/text'
import { startCpuClock } from '../../fixtures/cpu-clock.ts'

/** A text as long as queries may be, of one piece again and again. */
const filled = (piece: string, characters = maxQueryCharacters) =>
  piece.repeat(Math.ceil(characters / piece.length)).slice(0, characters)

const names = new Set(['Ordino', 'Αθήνα', '東京', 'Encamp'].map(fold))
const isName = (folded: string) => names.has(folded)

/** Comparisons that a query takes. */
function comparisonsOf(query: string): number {
  const budget = new WorkBudget(Number.MAX_SAFE_INTEGER)
  readQuery(query, { hasLocation: false, isName, budget })
  return Number.MAX_SAFE_INTEGER - budget.left
}

/** CPU milliseconds of eight readings that are too few to say how they grow: twice for linear, 4 times for quadratic growth. */
const littleMs = 40

/** Smallest CPU time of some runs, milliseconds; each run reads the text several times. */
function cpuOf(query: string): number {
  const times = Array.from({ length: 5 }, () => {
    const readClock = startCpuClock()
    for (let i = 0; i < 8; i++) readQuery(query, { hasLocation: false, isName })
    return readClock()
  })
  return Math.min(...times)
}

const sentences = {
  Japanese: '東京駅から京都駅まで歩いてどのくらいかかりますか。',
  Greek: 'Πόσο μακριά είναι η Ακρόπολη από το Σύνταγμα, με τα πόδια; ',
  Arabic: 'كم المسافة من القاهرة إلى الإسكندرية بالسيارة، من فضلك؟ ',
  Russian: 'Сколько идти пешком от Красной площади до Арбата, пожалуйста? ',
  Thai: 'จากกรุงเทพไปเชียงใหม่ใช้เวลาเท่าไหร่ ',
  English: 'How long is the walk from the Old Town to Ordino, and then to the lake? ',
}

describe('a query of the maximum length', () => {
  test.each(Object.entries(sentences))(
    'in %s takes a tenth of the comparisons at most',
    (_, sentence) => {
      expect(comparisonsOf(filled(sentence))).toBeLessThan(maxReadingSteps / 10)
    },
  )

  test('may name a hundred places', () => {
    const places = Array.from({ length: 100 }, (_, i) => `Mill Lane ${i}`).join(', ')
    const query = `Find the best order to visit ${places} from Ordino`
    expect(comparisonsOf(query)).toBeLessThan(maxReadingSteps / 10)
  })

  test.each(['A, ', 'A. ', 'A? ', '1.\n'])('of %j is refused, at once', async (piece) => {
    const query = filled(piece)
    const refusal = { code: 'bad_request', message: expect.stringMatching(/^query has too many/) }
    expect(() => readQuery(query, { hasLocation: false })).toThrow(expect.objectContaining(refusal))
    await expect(readQueryWithPauses(query, { hasLocation: false })).rejects.toMatchObject(refusal)
    const details = [{ path: 'query', message: expect.stringMatching(/^has too many/) }]
    await expect(readQueryWithPauses(query, { hasLocation: false })).rejects.toMatchObject({
      fields: { details },
    })
  })

  test.each([
    ['https://', 'a,'],
    ['lat 1', ' '],
    ['1.11°', '1;'],
    ["l'", 'A,'],
  ])('of %j and then %j takes little more than twice the CPU of half of it', (first, piece) => {
    const [half, whole] = [0.5, 1].map((share) =>
      cpuOf(first + filled(piece, share * maxQueryCharacters - first.length)),
    )
    expect(whole!).toBeLessThan(Math.max(littleMs, 3.2 * half!))
  })

  test.each([
    '-',
    '&',
    "'",
    '.. ',
    'Αθήνα ',
    '京都 ',
    'da Ordino ',
    'A and B ',
    'to A\n',
    '42.5063, 1.5218 ',
    '1.11,2 ',
    "d'l' ",
    'how far what which from ',
    'five 10 km ',
  ])('of %j takes little more than twice the CPU of half of it', (piece) => {
    const half = cpuOf(filled(piece, maxQueryCharacters / 2))
    const whole = cpuOf(filled(piece))
    expect(whole).toBeLessThan(Math.max(littleMs, 3.2 * half))
  })

  test('is read no further when its caller has left', async () => {
    const query = filled('A to B. ')
    await expect(
      readQueryWithPauses(query, { hasLocation: false }, AbortSignal.abort(new Error('left'))),
    ).rejects.toThrow('left')
  })
})
