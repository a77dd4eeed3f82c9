import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../../errors/index.ts'

/** What a signed form may put. */
export interface UploadGrant {
  key: string
  maxBytes: number
  /** ISO 8601. */
  expiresAt: string
}

/** What a signed URL may read. */
export interface DownloadGrant {
  key: string
  fileName: string
  /** Unix seconds. */
  expires: number
}

/** The signed text, as JSON. */
interface Policy {
  key: string
  max_bytes: number
  expires_at: string
}

/** Fields of the form beside the file. */
export function signedFields(secret: Buffer, grant: UploadGrant): Record<string, string> {
  const { key, maxBytes, expiresAt } = grant
  const signed: Policy = { key, max_bytes: maxBytes, expires_at: expiresAt }
  const policy = Buffer.from(JSON.stringify(signed)).toString('base64url')
  return { key, policy, signature: signatureOf(secret, 'upload', policy) }
}

/**
 * What the fields of a form permit.
 *
 * @throws ApiError `bad_request` when one is missing, `forbidden` for a wrong or expired signature.
 */
export function grantOfFields(
  secret: Buffer,
  fields: Readonly<Record<string, string>>,
  now = Date.now(),
): UploadGrant {
  const { key, policy, signature } = fields
  if (key === undefined || policy === undefined || signature === undefined)
    throw new ApiError('bad_request', 'Send the fields key, policy and signature before the file.')
  if (!isEqual(signature, signatureOf(secret, 'upload', policy)))
    throw new ApiError('forbidden', 'The signature of the upload is wrong.')
  const signed = JSON.parse(Buffer.from(policy, 'base64url').toString()) as Policy
  if (key !== signed.key) throw new ApiError('forbidden', 'The upload is signed for another key.')
  if (now >= Date.parse(signed.expires_at))
    throw new ApiError('forbidden', 'The upload has expired.')
  return { key, maxBytes: signed.max_bytes, expiresAt: signed.expires_at }
}

/** Query parameters of a signed URL. */
export function signedQuery(secret: Buffer, grant: DownloadGrant): Record<string, string> {
  const { fileName, expires } = grant
  const signature = signatureOf(secret, 'download', JSON.stringify([grant.key, fileName, expires]))
  return { expires: String(expires), name: fileName, signature }
}

/**
 * What a URL permits.
 *
 * @throws ApiError `forbidden` for a wrong or expired signature.
 */
export function grantOfQuery(
  secret: Buffer,
  key: string,
  query: ReadonlyMap<string, string>,
  now = Date.now(),
): DownloadGrant {
  const grant = {
    key,
    fileName: query.get('name') ?? '',
    expires: Number(query.get('expires') ?? Number.NaN),
  }
  const signed = signedQuery(secret, grant)
  if (
    query.get('expires') !== signed.expires ||
    !isEqual(query.get('signature') ?? '', signed.signature!)
  )
    throw new ApiError('forbidden', 'The signature of the download is wrong.')
  if (now >= grant.expires * 1000) throw new ApiError('forbidden', 'The download has expired.')
  return grant
}

/** The purpose is signed too, so that no signature serves the other one. */
function signatureOf(secret: Buffer, purpose: 'upload' | 'download', text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
