import { createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '#platform/errors'
import type { Progress } from '#platform/progress'
import { openStorage, type Storage } from '#platform/storage'
import { RegionError } from '../errors.ts'
import { describeStorageError } from '../storage-errors.ts'
import { download } from './download.ts'

export interface InputRequest {
  /** Paths stay as they are; addresses with `https://`, `http://` or `s3://BUCKET/KEY` are downloaded. */
  inputs: readonly string[]
  /** Folder for downloads. */
  folder: string
  maxBytes: number
  progress?: Progress | undefined
  signal?: AbortSignal | undefined
  openBucket?: (bucket: string) => Promise<Storage>
}

/** Whether an input is an address rather than a file. */
export function isAddress(input: string): boolean {
  return /^(https?|s3):\/\//.test(input)
}

const openBucket = (bucket: string) => openStorage({ ...process.env, CAIRN_BUCKET: bucket })
const chunkBytes = 8 << 20

/**
 * Returns the paths of inputs; addresses are downloaded. An interrupted download from a server resumes; one from a
 * bucket starts over.
 *
 * @throws RegionError for an address without a file, a bucket that cannot be used, and the reason of the signal.
 */
export async function fetchInputs(request: InputRequest): Promise<string[]> {
  const { inputs, folder, progress = () => {} } = request
  const paths: string[] = []
  const addresses = inputs.filter(isAddress)
  for (const input of inputs) {
    if (!isAddress(input)) {
      paths.push(input)
      continue
    }
    const i = addresses.indexOf(input)
    // Folders are numbered, because two addresses may end in one name.
    const path = join(folder, String(i), parseFileName(input))
    const onProgress = (done: number): void =>
      progress({ stage: 'Downloading', fraction: ((i + done) / addresses.length) * 0.999 })
    await mkdir(join(folder, String(i)), { recursive: true })
    if (input.startsWith('s3://')) await copyObject(request, input, path, onProgress)
    else {
      const { maxBytes, signal } = request
      const end = await download({ url: input, path, maxBytes, signal, onProgress })
      if (end === 'absent') throw new RegionError(`There is no file at ${input}.`)
    }
    paths.push(path)
  }
  if (addresses.length > 0) progress({ stage: 'Downloading', fraction: 1 })
  return paths
}

/**
 * Returns the size of an input at an address, in bytes.
 *
 * @throws RegionError if the size is unknown.
 */
export async function measureInput(
  input: string,
  open: NonNullable<InputRequest['openBucket']> = openBucket,
): Promise<number> {
  if (input.startsWith('s3://')) {
    const { bucket, key } = parseObjectAddress(input)
    return (await readHead(await open(bucket), bucket, key)).size
  }
  const response = await fetch(input, {
    method: 'HEAD',
    signal: AbortSignal.timeout(30_000),
  }).catch((error: Error) => {
    throw new RegionError(`${input} cannot be reached: ${error.message}`, { cause: error })
  })
  const size = Number(response.headers.get('content-length'))
  if (!response.ok) throw new RegionError(`${input} answers with status ${response.status}.`)
  if (!(size > 0)) throw new RegionError(`${input} does not say how large it is.`)
  return size
}

async function copyObject(
  { signal, maxBytes, openBucket: open = openBucket }: InputRequest,
  input: string,
  path: string,
  onProgress: (fraction: number) => void,
): Promise<void> {
  const { bucket, key } = parseObjectAddress(input)
  const storage = await open(bucket)
  const { size, etag } = await readHead(storage, bucket, key)
  if (size > maxBytes) throw new RegionError(`${input} is larger than ${maxBytes / 1e9} GB.`)
  async function* readChunks(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < size; start += chunkBytes) {
      const range = { start, end: Math.min(size, start + chunkBytes) }
      yield (await storage.get(key, { range, etag, ...(signal && { signal }) })).bytes
      onProgress(range.end / size)
    }
  }
  await pipeline(Readable.from(readChunks(), { highWaterMark: 1 }), createWriteStream(path), {
    ...(signal && { signal }),
  })
}

async function readHead(storage: Storage, bucket: string, key: string) {
  const head = await storage.head(key).catch((error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    throw new RegionError(describeStorageError(error, bucket), { cause: error })
  })
  if (!head) throw new RegionError(`There is no object ${key} in bucket ${bucket}.`)
  return head
}

function parseObjectAddress(input: string): { bucket: string; key: string } {
  const [, bucket, key] = /^s3:\/\/([^/]+)\/(.+)$/.exec(input) ?? []
  if (!bucket || !key) throw new RegionError(`"${input}" is no object: name it as s3://BUCKET/KEY.`)
  return { bucket, key }
}

/** Returns the file name in an address, which messages show. */
function parseFileName(input: string): string {
  return basename(new URL(input).pathname) || 'input'
}
