import { expect } from 'vitest'
import { seeded } from '../../fixtures/random.ts'
import { type Answer, asked, type Question } from './questions.ts'

/** A byte that is changed. */
export interface Flip {
  file: string
  at: number
  mask: number
}

/** Number of flips in each file: small files and headers get far more than their share at random. */
const shares: Record<string, number> = {
  'current.json': 5,
  'manifest.json': 12,
  'routing.tar': 20,
  'terrain.tif': 20,
  'terrain.tif.checksums': 5,
  'features.tif': 15,
  'features.tif.checksums': 5,
  'places.pack': 18,
  // Browsers draw this file; no operation reads it.
  'map.pmtiles': 0,
}

/** Returns the size of headers, directories and indexes, including the position of rasters on the globe. */
const headBytes = (file: string): number => (file.endsWith('.tif') ? 700 : 4096)

/** Returns 100 flips over all files of a data set, every second one within the first bytes of its file. */
export function flipsOver(sizes: ReadonlyMap<string, number>, seed = 20261122): Flip[] {
  const random = seeded(seed)
  const flips = [...sizes].flatMap(([file, size]) =>
    Array.from({ length: shares[file]! }, (_, i) => ({
      file,
      at: Math.floor(random() * (i % 2 ? size : Math.min(size, headBytes(file)))),
      mask: 1 + Math.floor(random() * 255),
    })),
  )
  expect(flips).toHaveLength(100)
  return flips
}

/** Lists forbidden answers: the ones made from the flipped byte. */
export function wrongAnswers(
  flip: Flip,
  answers: ReadonlyMap<Question, Answer>,
  whole: ReadonlyMap<Question, Answer>,
): string[] {
  return asked.flatMap((question) => {
    const answer = answers.get(question)!
    const isRefused =
      answer.status === 503 &&
      answer.charged === '0.00' &&
      JSON.parse(answer.body).error === 'service_unavailable'
    if (isRefused) return []
    const { status, body } = whole.get(question)!
    if (answer.status === status && answer.body === body) return []
    // An isochrone is drawn without the unreadable places, and a warning reports it.
    const isBare =
      question === 'routing/isochrone' &&
      answer.status === 200 &&
      answer.warnings?.includes('reachable_places left out') &&
      answer.body === whole.get('bare')!.body
    if (isBare && flip.file === 'places.pack') return []
    return [`${question} ${answer.status}: byte ${flip.at} of ${flip.file} ^ ${flip.mask}`]
  })
}
