import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { copyBuild, publish, readCurrentBuild } from '#ground/dataset'
import { openStorage } from '#platform/storage'
import { startS3, type TestS3 } from '../../fixtures/s3.ts'
import { type Flip, flipsOver, wrongAnswers } from './flips.ts'
import { type Answer, asked, type Process, processes, type Question } from './questions.ts'

const disk = mkdtempSync(join(tmpdir(), 'cairn-flipped-bucket-'))
let s3: TestS3
let start: () => Promise<Process>
let whole: Map<Question, Answer>
let objects: Map<string, Buffer>

beforeAll(async () => {
  start = await processes()
  s3 = await startS3()
  Object.assign(process.env, s3.env)
  process.env.TMPDIR = disk
  const built = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const bucket = await openStorage(s3.env)
  const build = (await readCurrentBuild(built, 'demo'))!
  await copyBuild(built, bucket, 'demo', build)
  await publish(bucket, 'demo', build)
  objects = new Map(s3.keys().map((key) => [key.split('/').at(-1)!, s3.peek(key)!]))
  const first = await start()
  whole = await first.askAll()
  whole.set('bare', await first.ask('bare'))
})
afterAll(async () => {
  await s3.stop()
  rmSync(disk, { recursive: true })
})

/** Runs the work while one byte of the object differs, as if the store had decayed: its ETag stays. */
async function flipped<T>({ file, at, mask }: Flip, work: () => Promise<T>): Promise<T> {
  objects.get(file)![at]! ^= mask
  // A new machine has no earlier copy of the roads.
  if (file === 'routing.tar') process.env.TMPDIR = mkdtempSync(join(disk, 'machine-'))
  try {
    return await work()
  } finally {
    objects.get(file)![at]! ^= mask
    process.env.TMPDIR = disk
  }
}

test('undamaged objects produce the same answers in each process', async () => {
  for (const question of asked) expect(whole.get(question)).toMatchObject({ status: 200 })
  for (const [question, answer] of await (await start()).askAll())
    expect(answer).toEqual(whole.get(question))
})

test('no answer comes from a damaged object, for each of 100 flipped bytes', async () => {
  const flips = flipsOver(new Map([...objects].map(([file, { length }]) => [file, length])))
  const wrong: string[] = []
  const refused = new Map<string, number>()
  for (const flip of flips) {
    const answers = await flipped(flip, async () => await (await start()).askAll())
    wrong.push(...wrongAnswers(flip, answers, whole))
    if ([...answers.values()].some(({ status }) => status === 503))
      refused.set(flip.file, (refused.get(flip.file) ?? 0) + 1)
  }
  expect(wrong).toEqual([])
  // Damage to a file that is read whole is noticed at once. In a file that is read by range, only in requested tiles.
  expect(Object.fromEntries(refused)).toMatchObject({
    'manifest.json': 12,
    'routing.tar': 20,
    'terrain.tif.checksums': 5,
    'features.tif.checksums': 5,
  })
}, 600_000)

test('a running process returns the same answer or 503 while an object is damaged', async () => {
  const process = await start()
  await process.askAll()
  for (const file of objects.keys()) {
    const answers = await flipped({ file, at: 700, mask: 255 }, () => process.askAll())
    expect(wrongAnswers({ file, at: 700, mask: 255 }, answers, whole)).toEqual([])
  }
  expect(wrongAnswers({ file: '', at: 0, mask: 0 }, await process.askAll(), whole)).toEqual([])
})
