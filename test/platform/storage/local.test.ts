import { chmod, mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ApiError } from '#platform/errors'
import { LocalStorage, ObjectChanged, openStorage } from '#platform/storage'
import { storageContract } from '../../contract/storage.ts'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'cairn-storage-'))

storageContract('a directory', async () => {
  const root = await newFolder()
  return {
    storage: new LocalStorage(root),
    close: () => rm(root, { recursive: true }),
  }
})

describe('the directory store', () => {
  let root: string
  let storage: LocalStorage

  beforeEach(async () => {
    root = await newFolder()
    storage = new LocalStorage(root)
  })
  afterEach(async () => {
    await chmod(root, 0o700)
    await rm(root, { recursive: true })
  })

  test('reads equal ranges only once when they are requested at the same time', async () => {
    await storage.put('a', 'some bytes')
    const range = { start: 2, end: 6 }
    const [one, two, other] = await Promise.all([
      storage.get('a', { range }),
      storage.get('a', { range: { ...range } }),
      storage.get('a', { range: { start: 2, end: 7 } }),
    ])
    expect(two.bytes).toBe(one.bytes)
    expect(other.bytes).not.toBe(one.bytes)
    expect((await storage.get('a', { range })).bytes).not.toBe(one.bytes)
  })

  test('leaves the other callers their bytes when one caller aborts', async () => {
    await storage.put('a', 'some bytes')
    const abort = new AbortController()
    const left = storage.get('a', { signal: abort.signal })
    const stayed = storage.get('a')
    abort.abort(new Error('gone'))
    await expect(left).rejects.toThrow('gone')
    expect(Buffer.from((await stayed).bytes).toString()).toBe('some bytes')
  })

  test('notices an edit in place by its modification time', async () => {
    const put = await storage.put('a', '12345')
    await writeFile(join(root, 'a'), '54321')
    await utimes(join(root, 'a'), new Date(), new Date(Date.now() + 5000))
    await expect(storage.get('a', { etag: put.etag })).rejects.toBeInstanceOf(ObjectChanged)
  })

  test('leaves no temporary files and no empty folders behind', async () => {
    await storage.put('a/b/c', '1')
    await storage.delete('a/b/c')
    expect((await readdir(root, { recursive: true })).sort()).toEqual(['.incoming'])
  })

  test('sweeps half-written objects of ended processes at the first put', async () => {
    await mkdir(join(root, '.incoming'))
    await writeFile(join(root, '.incoming', '999999999-x'), 'half')
    await writeFile(join(root, '.incoming', `${process.pid}-x`), 'being written')
    await storage.put('a', '1')
    expect(await readdir(join(root, '.incoming'))).toEqual([`${process.pid}-x`])
    await expect(storage.get('.incoming/x')).rejects.toBeInstanceOf(TypeError)
  })

  test('reports a fault of the disk as service_unavailable, with the fault as its cause', async () => {
    const file = join(root, 'not-a-folder')
    await writeFile(file, '')
    const broken = new LocalStorage(file)
    const failure = await broken.put('a', '1').catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiError)
    expect(failure).toMatchObject({ code: 'service_unavailable', cause: { code: 'ENOTDIR' } })
    expect(String((failure as ApiError).message)).not.toContain(root)
  })

  test('is the folder data under CAIRN_HOME, and creates it at the first write', async () => {
    const store = await openStorage({ CAIRN_HOME: join(root, 'home') })
    expect(store.localPath?.('a')).toBe(join(root, 'home', 'data', 'a'))
    await expect(stat(join(root, 'home'))).rejects.toThrow('ENOENT')
    await store.put('a', '1')
    expect((await stat(join(root, 'home', 'data', 'a'))).size).toBe(1)
  })
})
