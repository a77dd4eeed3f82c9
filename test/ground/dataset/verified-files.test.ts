import { mkdtemp, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Manifest, verifyFiles } from '#ground/dataset'
import { LocalStorage } from '#platform/storage'
import { builds, noise, remote, writeBuild } from './builds.ts'

const [build] = builds
const contents = { 'routing.tar': noise(3_000_000), 'places.pack': noise(5000, 'b') }
const memoryKey = 'datasets/alps/verified.json'

let root: string
let storage: LocalStorage
let manifest: Manifest

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'cairn-verified-'))
  storage = new LocalStorage(root)
  manifest = await writeBuild(storage, 'alps', build, contents)
})
afterEach(() => rm(root, { recursive: true }))

const pathOf = (file: string) => join(root, 'datasets/alps', build, file)
const memory = async (): Promise<Record<string, { fingerprint: string }>> =>
  JSON.parse(await readFile(join(root, memoryKey), 'utf8'))

/** Other content of the same size, with the times of before. */
async function damage(file: string, how: 'in place' | 'replaced'): Promise<void> {
  const { atime, mtime } = await stat(pathOf(file))
  const bytes = await readFile(pathOf(file))
  bytes[bytes.length >> 1]! ^= 4
  if (how === 'replaced') await rm(pathOf(file))
  await writeFile(pathOf(file), bytes)
  await utimes(pathOf(file), atime, mtime)
}

describe('files of a build', () => {
  test('are what the manifest says, and are remembered so', async () => {
    const verified = await verifyFiles(storage, manifest)
    verified.assertIntact()
    expect([...verified.files.keys()].sort()).toEqual(['places.pack', 'routing.tar'])
    expect(Object.keys(await memory()).sort()).toEqual([
      `${build}/places.pack`,
      `${build}/routing.tar`,
    ])
  })

  test('that are remembered are not read again', async () => {
    await verifyFiles(storage, manifest)
    // Nobody can write to it unseen, so only a memory can be made up.
    await damage('routing.tar', 'in place')
    const made = await memory()
    const { dev, ino, size, mtimeNs, ctimeNs } = await stat(pathOf('routing.tar'), { bigint: true })
    made[`${build}/routing.tar`]!.fingerprint = [dev, ino, size, mtimeNs, ctimeNs]
      .map((part) => part.toString(36))
      .join('-')
    await storage.put(memoryKey, JSON.stringify(made))
    await verifyFiles(storage, manifest)
  })

  test.each(['in place', 'replaced'] as const)(
    'that were changed (%s) with the times put back are found out',
    async (how) => {
      const verified = await verifyFiles(storage, manifest)
      await damage('places.pack', how)
      expect(() => verified.assertIntact()).toThrow(expect.objectContaining({ status: 503 }))
      await expect(verifyFiles(storage, manifest)).rejects.toThrow(
        `places.pack of build ${build} of region alps is damaged: it has another SHA-256 than its manifest says. ` +
          'Publish an earlier build (npx cairn-cli region rollback alps), or build the region again.',
      )
    },
  )

  test('that are repaired are verified again, and stay refused for a holder that saw the change', async () => {
    const verified = await verifyFiles(storage, manifest)
    await damage('routing.tar', 'in place')
    expect(() => verified.assertIntact()).toThrow()
    await writeFile(pathOf('routing.tar'), contents['routing.tar'])
    expect(() => verified.assertIntact()).toThrow()
    ;(await verifyFiles(storage, manifest)).assertIntact()
  })

  test('that were whole again before anybody looked are refused as well', async () => {
    const verified = await verifyFiles(storage, manifest)
    await damage('routing.tar', 'in place')
    await damage('routing.tar', 'in place')
    expect(await readFile(pathOf('routing.tar'))).toEqual(contents['routing.tar'])
    expect(() => verified.assertIntact()).toThrow()
  })

  test.each([
    ['is missing', () => rm(pathOf('places.pack')), 'it is missing'],
    ['is cut short', () => writeFile(pathOf('places.pack'), 'cut'), '3 bytes instead of 5000'],
  ])('are refused when one %s', async (_, harm, reason) => {
    await harm()
    await expect(verifyFiles(storage, manifest)).rejects.toThrow(reason)
    await expect(verifyFiles(storage, manifest, ['routing.tar'])).resolves.toBeTruthy()
  })

  test.each(['', '{"a":1}', '[]'])('are read again where the memory is %j', async (text) => {
    await storage.put(memoryKey, text)
    await verifyFiles(storage, manifest)
    expect(Object.keys(await memory())).toHaveLength(2)
  })

  test('of a bucket are verified as they are read', async () => {
    await damage('routing.tar', 'in place')
    const store = remote(storage)
    ;(await verifyFiles(store, manifest)).assertIntact()
    expect(store.reads).toEqual([])
  })
})
