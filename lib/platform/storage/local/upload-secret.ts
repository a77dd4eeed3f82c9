import { randomBytes, randomUUID } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { unavailable } from '#platform/errors'
import { readErrorCode, runOnDisk } from './faults.ts'

const secretBytes = 32

/**
 * Reads the secret that signs the uploads and downloads of a home. The first process creates it, readable by its
 * owner only.
 */
export async function readUploadSecret(home: string): Promise<Buffer> {
  const path = join(home, 'upload-secret')
  const text = (await read(path)) ?? (await make(home, path))
  const secret = Buffer.from(text.trim(), 'hex')
  if (secret.length !== secretBytes)
    throw unavailable(new Error(`${path} is damaged; delete it, and a new one is made.`))
  return secret
}

async function read(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (readErrorCode(error) === 'ENOENT') return undefined
    throw unavailable(error)
  }
}

async function make(home: string, path: string): Promise<string> {
  const temporary = `${path}.${process.pid}-${randomUUID()}`
  await runOnDisk(async () => {
    await mkdir(home, { recursive: true })
    const file = await open(temporary, 'wx', 0o600)
    try {
      await file.writeFile(`${randomBytes(secretBytes).toString('hex')}\n`)
      await file.sync()
      // Unlike a rename, a link cannot replace the secret of a faster process.
      await link(temporary, path).catch((error: unknown) => {
        if (readErrorCode(error) !== 'EEXIST') throw error
      })
    } finally {
      await file.close()
      await rm(temporary, { force: true })
    }
  })
  return (await read(path)) ?? ''
}
