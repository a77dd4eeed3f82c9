import { expect } from 'vitest'
import { seeded } from '../../fixtures/random.ts'
import { type Answer, asked, type Question } from './questions.ts'

/** One byte that is another. */
export interface Flip {
  file: string
  at: number
  mask: number
}

/** How many flips each file gets: small files and headers far more than chance would give them. */
const shares: Record<string, number> = {
  'current.json': 5,
  'manifest.json': 12,
  'routing.tar': 20,
  'terrain.tif': 20,
  'terrain.tif.checksums': 5,
  'features.tif': 15,
  'features.tif.checksums': 5,
  'places.pack': 18,
  // Drawn by browsers; no operation reads it.
  'map.pmtiles': 0,
}

/** Where headers, directories and indexes are: in rasters what places them on the globe. */
const headBytes = (file: string): number => (file.endsWith('.tif') ? 700 : 4096)

/** 100 flips over all files of a data set, every other one of a file in its first bytes. */
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

/** What must not be: an answer made from the flipped byte. */
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
    // An isochrone is drawn without places it cannot read, and says so.
    const isBare =
      question === 'routing/isochrone' &&
      answer.status === 200 &&
      answer.warnings?.includes('reachable_places left out') &&
      answer.body === whole.get('bare')!.body
    if (isBare && flip.file === 'places.pack') return []
    return [`${question} ${answer.status}: byte ${flip.at} of ${flip.file} ^ ${flip.mask}`]
  })
}
