import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { formatAttachment, openJobFiles, PresignedLocalStorage } from '#platform/storage'
import { S3Storage } from '#platform/storage/s3'
import { presigningContract } from '../../contract/storage-presigning.ts'
import { startFileServer } from '../../fixtures/file-server.ts'
import { clientOf, startS3 } from '../../fixtures/s3.ts'

presigningContract('an S3 bucket', async () => {
  const s3 = await startS3()
  const storage = new S3Storage({ bucket: s3.bucket, client: clientOf(s3) })
  return { storage, close: () => s3.stop() }
})

presigningContract('a directory behind the local server', () => startFileServer())

describe('the name of a downloaded file', () => {
  test.each([
    ['addresses.csv', 'addresses.csv', 'addresses.csv'],
    ['Zürich 東.csv', 'Z_rich _.csv', 'Z%C3%BCrich%20%E6%9D%B1.csv'],
    ['../../etc/passwd', '_.._etc_passwd', '_.._etc_passwd'],
    ['a"; filename="b\r\nx: y', 'a__ filename=_b__x_ y', 'a_%3B%20filename%3D_b__x_%20y'],
    ["it's (1)*.csv", "it's (1)_.csv", 'it%27s%20%281%29_.csv'],
    ['...', 'file', 'file'],
    ['', 'file', 'file'],
  ])('%j is safe in a header', (name, ascii, encoded) => {
    expect(formatAttachment(name)).toBe(
      `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`,
    )
  })

  test('is a header of printable ASCII without further parameters, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
        expect(formatAttachment(name)).toMatch(
          /^attachment; filename="[\x20\x21\x23-\x5b\x5d-\x7e]+"; filename\*=UTF-8''[\w.~%-]+$/,
        )
        expect(formatAttachment(name)).not.toMatch(/filename\*?="?[^"]*[/\\]/)
      }),
    )
  })
})

describe('the files of batch jobs', () => {
  let home: string
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'cairn-files-'))
  })
  afterEach(() => rm(home, { recursive: true }))

  test('are in the home itself, or in the bucket that the environment names', async () => {
    const files = await openJobFiles({ CAIRN_HOME: home })
    await files.put('jobs/in/acct/a.csv', 'a')
    expect(await readFile(join(home, 'jobs/in/acct/a.csv'), 'utf8')).toBe('a')
    const s3 = await startS3()
    const env = { ...s3.env, CAIRN_BUCKET: 'another', CAIRN_JOBS_BUCKET: s3.bucket }
    const bucket = await openJobFiles(env)
    await bucket.put('jobs/in/acct/a.csv', 'a')
    expect(s3.keys()).toEqual(['jobs/in/acct/a.csv'])
    const { url } = await bucket.presignUpload('jobs/a', { maxBytes: 1, expiresInSeconds: 9 })
    expect(url).toBe(`${s3.endpoint}/${s3.bucket}`)
    await s3.stop()
  })

  test('have the same name in a local download as in an S3 bucket, however long the name is', async () => {
    const storage = new PresignedLocalStorage(home, { url: () => 'http://127.0.0.1' })
    const fileName = `${'𠀀'.repeat(160)}.csv`
    const { url } = await storage.presignDownload('a', { fileName, expiresInSeconds: 9 })
    const name = new URL(url).searchParams.get('name')!
    expect(name).toBe('𠀀'.repeat(150))
    expect(formatAttachment(name)).toBe(formatAttachment(fileName))
  })

  test('are signed with a secret of this home that only its owner can read', async () => {
    const open = () =>
      new PresignedLocalStorage(home, { url: () => 'https://maps.example.org/api/' })
    const options = { maxBytes: 1, expiresInSeconds: 9 }
    const [first, ...others] = await Promise.all(
      Array.from({ length: 20 }, () => open().presignUpload('a', options)),
    )
    expect(first!.url).toBe('https://maps.example.org/api/uploads')
    for (const { fields } of [first!, ...others]) {
      expect(await open().acceptUpload(fields)).toMatchObject({ key: 'a', maxBytes: 1 })
    }
    expect(await readdir(home)).toEqual(['upload-secret'])
    expect((await stat(join(home, 'upload-secret'))).mode & 0o777).toBe(0o600)
    const elsewhere = await mkdtemp(join(tmpdir(), 'cairn-files-'))
    const other = new PresignedLocalStorage(elsewhere, { url: () => undefined })
    await expect(other.acceptUpload(first!.fields)).rejects.toMatchObject({ code: 'forbidden' })
    await rm(elsewhere, { recursive: true })
  })

  test('are not signed without the address of a server, or with a damaged secret', async () => {
    const options = { maxBytes: 1, expiresInSeconds: 9 }
    const files = await openJobFiles({ CAIRN_HOME: home })
    await expect(files.presignUpload('a', options)).rejects.toMatchObject({
      code: 'service_unavailable',
      cause: { message: expect.stringContaining('CAIRN_URL') },
    })
    await writeFile(join(home, 'upload-secret'), '')
    const damaged = await openJobFiles({ CAIRN_HOME: home, CAIRN_URL: 'http://127.0.0.1:1' })
    await expect(damaged.presignUpload('a', options)).rejects.toMatchObject({
      cause: { message: expect.stringContaining('damaged') },
    })
  })
})
