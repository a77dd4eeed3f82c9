import { createHash, randomBytes } from 'node:crypto'
import type { ObjectInfo } from '#platform/storage'
import type { JobId } from './store.ts'

/** Prefix of all inputs: `jobs/in/ACCOUNT/...`. Storing an object here starts a job. */
export const inputPrefix = 'jobs/in/'

/** Name of an upload within the folder of its job. */
const uploadName = 'upload'

/** Suffix of the request file beside a dropped file: `customers.csv`, `customers.csv.job.json`. */
export const requestSuffix = '.job.json'

/** Returns the key of the upload of a job that was created before its input. */
export function makeUploadKey({ accountId, jobId }: JobId): string {
  return `${inputPrefix}${accountId}/${jobId}/${uploadName}`
}

/**
 * Parses the key of an input into its account and, for the upload of a created job, its job. Returns `undefined` for
 * other keys.
 */
export function parseInputKey(inputKey: string): { accountId: string; jobId?: string } | undefined {
  if (!inputKey.startsWith(inputPrefix)) return undefined
  const segments = inputKey.slice(inputPrefix.length).split('/')
  // A store never has such keys; the segments would leave the folder.
  if (segments.some((segment) => ['', '.', '..'].includes(segment))) return undefined
  const [accountId, ...rest] = segments as [string, ...string[]]
  if (rest.length === 0) return undefined
  const [folder, name] = rest
  if (rest.length === 2 && isJobId(folder!) && name === uploadName)
    return { accountId, jobId: folder! }
  return { accountId }
}

/** Returns the keys of the intermediate objects that the steps write. */
export function makeWorkKeys({ accountId, jobId }: JobId) {
  const folder = `jobs/work/${accountId}/${jobId}/`
  return {
    folder,
    plan: `${folder}plan.json`,
    /** A JSON array of chunks. */
    chunks: `${folder}chunks.json`,
    part: (index: number) => `${folder}parts/${String(index).padStart(6, '0')}`,
  }
}

/** Returns the key of a result; a browser saves it as `fileName`. */
export function makeResultKey({ accountId, jobId }: JobId, fileName: string): string {
  return `jobs/out/${accountId}/${jobId}/${fileName}`
}

/** Crockford's base 32: no letter looks like a digit, and encoded numbers sort like the numbers. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const timeCharacters = 10
const restCharacters = 16

/** Formats a job id from its time and 10 bytes that are unique within that millisecond. */
function formatJobId(at: Date, rest: Uint8Array): string {
  let time = at.getTime()
  let text = ''
  for (let i = 0; i < timeCharacters; i++) {
    text = alphabet[time % 32]! + text
    time = Math.floor(time / 32)
  }
  let bits = BigInt(`0x${Buffer.from(rest.subarray(0, 10)).toString('hex')}`)
  let tail = ''
  for (let i = 0; i < restCharacters; i++) {
    tail = alphabet[Number(bits % 32n)]! + tail
    bits /= 32n
  }
  return `job_${text}${tail}`
}

export function createJobId(at = new Date()): string {
  return formatJobId(at, randomBytes(10))
}

type DroppedFile = Required<Pick<ObjectInfo, 'key' | 'size' | 'modifiedAt'>>

/**
 * Derives the job id of a dropped file from its key, size and time. Repeated events, and a copy of the store on another
 * machine, therefore lead to the same job.
 */
export function deriveJobId({ key, size, modifiedAt }: DroppedFile): string {
  const identity = createHash('sha256')
    .update(JSON.stringify([key, size, modifiedAt]))
    .digest()
  return formatJobId(new Date(modifiedAt), identity)
}

export function isJobId(text: string): boolean {
  return /^job_[0-9a-hjkmnp-tv-z]{26}$/.test(text)
}
