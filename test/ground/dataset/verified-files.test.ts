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

/** Replaces the content with other bytes of the same size and restores the times. */
async function damage(file: string, how: 'in place' | 'replaced'): Promise<void> {
  const { atime, mtime } = await stat(pathOf(file))
  const bytes = await readFile(pathOf(file))
  bytes[bytes.length >> 1]! ^= 4
  if (how === 'replaced') await rm(pathOf(file))
  await writeFile(pathOf(file), bytes)
  await utimes(pathOf(file), atime, mtime)
}

describe('files of a build', () => {
  test('are verified against the manifest, and the result is remembered', async () => {
    const verified = await verifyFiles(storage, manifest)
    verified.assertIntact()
    expect([...verified.files.keys()].sort()).toEqual(['places.pack', 'routing.tar'])
    expect(Object.keys(await memory()).sort()).toEqual([
      `${build}/places.pack`,
      `${build}/routing.tar`,
    ])
  })

  test('are not read again when they are remembered', async () => {
    await verifyFiles(storage, manifest)
    // A write cannot remain unseen, so the test fabricates a memory of the damaged file.
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
    'are refused when they were changed (%s) and their times restored',
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

  test('are verified again after a repair, and remain refused for a holder that saw the change', async () => {
    const verified = await verifyFiles(storage, manifest)
    await damage('routing.tar', 'in place')
    expect(() => verified.assertIntact()).toThrow()
    await writeFile(pathOf('routing.tar'), contents['routing.tar'])
    expect(() => verified.assertIntact()).toThrow()
    ;(await verifyFiles(storage, manifest)).assertIntact()
  })

  test('are refused even when they were repaired before the next check', async () => {
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

  test.each(['', '{"a":1}', '[]'])('are read again when the memory is %j', async (text) => {
    await storage.put(memoryKey, text)
    await verifyFiles(storage, manifest)
    expect(Object.keys(await memory())).toHaveLength(2)
  })

  test('are verified during reading when they are in a bucket', async () => {
    await damage('routing.tar', 'in place')
    const store = remote(storage)
    ;(await verifyFiles(store, manifest)).assertIntact()
    expect(store.reads).toEqual([])
  })
})
