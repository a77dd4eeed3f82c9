import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writePack, writePart } from '#places/gazetteer'
import { madeTown } from './made-town.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pack-parts-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

test.each([1_000_000, 150])(
  'writes equal bytes from places in parts, with %i in one file',
  async (maxPlaces) => {
    const places = madeTown(700)
    const options = { folder: join(folder, 'scratch'), attribution: 'nobody', maxPlaces }
    const whole = await writePack(join(folder, 'places.pack'), places, options)
    const expected = await Promise.all(whole.files.map((path) => readFile(path)))
    const stretches = [places.slice(400, 690), places.slice(0, 0), places.slice(690)]
    const parts = (taken: typeof stretches) => async () =>
      await Promise.all(
        taken.map(async (stretch, i) =>
          structuredClone(await writePart(join(folder, 'parts', String(i)), stretch)),
        ),
      )
    for (const [own, taken] of [
      [places.slice(0, 400), stretches],
      [[], [places]],
    ] as const) {
      const written = await writePack(join(folder, 'places.pack'), own, {
        ...options,
        parts: parts([...taken]),
      })
      expect(written).toEqual(whole)
      const bytes = await Promise.all(written.files.map((path) => readFile(path)))
      expect(bytes.every((file, i) => file.equals(expected[i]!))).toBe(true)
      expect(await readdir(options.folder)).toEqual([])
      // The writer has moved the files out of the part.
      for (const part of await readdir(join(folder, 'parts')))
        expect(await readdir(join(folder, 'parts', part))).toEqual([])
    }
  },
)
