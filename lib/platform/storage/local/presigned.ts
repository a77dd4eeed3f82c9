import { createHmac, timingSafeEqual } from 'node:crypto'
import { ApiError } from '#platform/errors'

/** The upload that a signed form permits. */
export interface SignedUpload {
  key: string
  maxBytes: number
  /** ISO 8601. */
  expiresAt: string
}

/** The download that a signed URL permits. */
export interface SignedDownload {
  key: string
  fileName: string
  /** Unix seconds. */
  expires: number
}

/** The signed field `policy` of a form, as JSON. */
interface Policy {
  key: string
  max_bytes: number
  expires_at: string
}

/** Makes the fields of a form, without the file. */
export function signFields(secret: Buffer, upload: SignedUpload): Record<string, string> {
  const { key, maxBytes, expiresAt } = upload
  const signed: Policy = { key, max_bytes: maxBytes, expires_at: expiresAt }
  const policy = Buffer.from(JSON.stringify(signed)).toString('base64url')
  return { key, policy, signature: makeSignature(secret, 'upload', policy) }
}

/**
 * Returns the upload that the fields of a form permit.
 *
 * @throws ApiError `bad_request` when a field is missing, `forbidden` for a wrong or expired signature.
 */
export function verifyUpload(
  secret: Buffer,
  fields: Readonly<Record<string, string>>,
  now = Date.now(),
): SignedUpload {
  const { key, policy, signature } = fields
  if (key === undefined || policy === undefined || signature === undefined)
    throw new ApiError('bad_request', 'Send the fields key, policy and signature before the file.')
  if (!isEqual(signature, makeSignature(secret, 'upload', policy)))
    throw new ApiError(
      'forbidden',
      'The signature of the upload is wrong: send the fields of the form unchanged.',
    )
  const signed = JSON.parse(Buffer.from(policy, 'base64url').toString()) as Policy
  if (key !== signed.key) throw new ApiError('forbidden', 'The upload is signed for another key.')
  if (now >= Date.parse(signed.expires_at))
    throw new ApiError('forbidden', 'The upload form has expired: request a new one.')
  return { key, maxBytes: signed.max_bytes, expiresAt: signed.expires_at }
}

/** Makes the query parameters of a signed URL. */
export function signQuery(secret: Buffer, download: SignedDownload): Record<string, string> {
  const { key, fileName, expires } = download
  const signature = makeSignature(secret, 'download', JSON.stringify([key, fileName, expires]))
  return { expires: String(expires), name: fileName, signature }
}

/**
 * Returns the download that a URL permits.
 *
 * @throws ApiError `forbidden` for a wrong or expired signature.
 */
export function verifyDownload(
  secret: Buffer,
  key: string,
  query: ReadonlyMap<string, string>,
  now = Date.now(),
): SignedDownload {
  const download = {
    key,
    fileName: query.get('name') ?? '',
    expires: Number(query.get('expires') ?? Number.NaN),
  }
  const signed = signQuery(secret, download)
  if (
    query.get('expires') !== signed.expires ||
    !isEqual(query.get('signature') ?? '', signed.signature!)
  )
    throw new ApiError(
      'forbidden',
      'The signature of the download is wrong: use the URL unchanged.',
    )
  if (now >= download.expires * 1000)
    throw new ApiError('forbidden', 'The download URL has expired: request a new one.')
  return download
}

/** Signs a text with its purpose, so that the signature of an upload does not permit a download. */
function makeSignature(secret: Buffer, purpose: 'upload' | 'download', text: string): string {
  return createHmac('sha256', secret).update(`${purpose}\n${text}`).digest('base64url')
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
