import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Flip, flipsOver, wrongAnswers } from './flips.ts'
import { type Answer, asked, type Process, processes, type Question } from './questions.ts'

let home: string
let datasets: string
let start: () => Promise<Process>
let whole: Map<Question, Answer>
let paths: Map<string, string>

beforeAll(async () => {
  start = await processes()
  home = process.env.CAIRN_HOME!
  // A separate copy replaces the data sets that all tests share.
  rmSync(join(home, 'data/datasets'))
  datasets = join(home, 'data/datasets/demo')
  cpSync(join(inject('builtHome'), 'data/datasets/demo'), datasets, { recursive: true })
  const { build } = JSON.parse(readFileSync(join(datasets, 'current.json'), 'utf8'))
  paths = new Map([
    ['current.json', join(datasets, 'current.json')],
    ...readdirSync(join(datasets, build)).map(
      (file) => [file, join(datasets, build, file)] as const,
    ),
  ])
  const first = await start()
  whole = await first.askAll()
  whole.set('bare', await first.ask('bare'))
})
afterAll(() => rmSync(home, { recursive: true }))

/** Runs the work while one byte of the file differs. */
async function flipped<T>({ file, at, mask }: Flip, work: () => Promise<T>): Promise<T> {
  const path = paths.get(file)!
  const bytes = readFileSync(path)
  const other = Buffer.from(bytes)
  other[at]! ^= mask
  writeFileSync(path, other)
  try {
    return await work()
  } finally {
    writeFileSync(path, bytes)
  }
}

test('undamaged files produce the same answers in each process', async () => {
  for (const question of asked) expect(whole.get(question)).toMatchObject({ status: 200 })
  for (const [question, answer] of await (await start()).askAll())
    expect(answer).toEqual(whole.get(question))
})

test('a new process makes no answer from a damaged file, for each of 100 flipped bytes', async () => {
  const flips = flipsOver(new Map([...paths].map(([file, path]) => [file, statSync(path).size])))
  const wrong: string[] = []
  let refused = 0
  for (const flip of flips) {
    const answers = await flipped(flip, async () => await (await start()).askAll())
    wrong.push(...wrongAnswers(flip, answers, whole))
    if ([...answers.values()].some(({ status }) => status === 503)) refused++
  }
  expect(wrong).toEqual([])
  // Every flip is noticed, whether or not it would have changed an answer, except in the white space of the pointer.
  expect(refused).toBeGreaterThan(flips.length * 0.9)
}, 600_000)

describe('a running process', () => {
  /** Each file with a question that reads it. */
  const readers: [file: string, question: Question][] = [
    ['routing.tar', 'routing/route'],
    ['routing.tar', 'routing/isochrone'],
    ['terrain.tif', 'routing/elevation'],
    ['terrain.tif', 'predict'],
    ['features.tif', 'predict'],
    ['places.pack', 'geocoding/search'],
  ]
  const withTimes = (path: string, work: () => void): void => {
    const { atime, mtime } = statSync(path)
    work()
    utimesSync(path, atime, mtime)
  }
  const otherBytes = (path: string): Buffer => {
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1]! ^= 1
    return bytes
  }
  const harms: [name: string, harm: (path: string) => void][] = [
    ['cut short', (path) => truncateSync(path, statSync(path).size >> 1)],
    ['cut to nothing', (path) => truncateSync(path, 0)],
    ['gone', (path) => rmSync(path)],
    [
      'changed in place, its times put back',
      (path) => withTimes(path, () => writeFileSync(path, otherBytes(path))),
    ],
    [
      'replaced by another of its size, its times put back',
      (path) => {
        const bytes = otherBytes(path)
        withTimes(path, () => {
          writeFileSync(`${path}.new`, bytes)
          renameSync(`${path}.new`, path)
        })
      },
    ],
  ]
  const all = harms.flatMap(([name, harm]) => readers.map(([file, of]) => [file, name, of, harm]))

  test.each(all as [string, string, Question, (path: string) => void][])(
    'answers 503 when %s is %s and the question is %s, also after the file is restored',
    async (file, _, question, harm) => {
      const path = paths.get(file)!
      const bytes = readFileSync(path)
      const process = await start()
      expect(await process.ask(question)).toEqual(whole.get(question))
      const damaged: Answer[] = []
      try {
        harm(path)
        damaged.push(await process.ask(question))
      } finally {
        writeFileSync(path, bytes)
      }
      damaged.push(await process.ask(question))
      for (const { status, charged } of damaged)
        expect({ status, charged }).toEqual({ status: 503, charged: '0.00' })
      // The process that replaces it answers as before.
      expect(await (await start()).ask(question)).toEqual(whole.get(question))
    },
  )

  test('returns the same answer while the pointer or the manifest is damaged', async () => {
    const process = await start()
    await process.askAll()
    for (const file of ['current.json', 'manifest.json']) {
      const answers = await flipped({ file, at: 20, mask: 1 }, () => process.askAll())
      for (const [question, answer] of answers) expect(answer).toEqual(whole.get(question))
    }
  })
})
