import { GetObjectCommand, type S3Client } from '@aws-sdk/client-s3'
import { createPresignedPost } from '@aws-sdk/s3-presigned-post'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { unavailable } from '#platform/errors'
import {
  formatAttachment,
  type PresignDownloadOptions,
  type PresignedDownload,
  type PresignedUpload,
  type PresignUploadOptions,
} from '../presigning.ts'

/**
 * Makes a form that uploads one object; S3 enforces key, expiry and `maxBytes`.
 *
 * @throws ApiError `service_unavailable` without credentials.
 */
export async function presignPost(
  client: S3Client,
  bucket: string,
  key: string,
  { maxBytes, expiresInSeconds }: PresignUploadOptions,
): Promise<PresignedUpload> {
  const { url, fields } = await createPresignedPost(client, {
    Bucket: bucket,
    Key: key,
    Conditions: [['content-length-range', 0, maxBytes]],
    Expires: expiresInSeconds,
  }).catch((error: unknown) => {
    throw unavailable(error)
  })
  // Read the expiry back, since the SDK corrects for the offset of this machine's clock.
  const { expiration } = JSON.parse(Buffer.from(fields.Policy!, 'base64').toString())
  return { method: 'POST', url, fields, expiresAt: new Date(expiration).toISOString(), maxBytes }
}

/**
 * Makes a URL that downloads one object under `fileName`.
 *
 * @throws ApiError `service_unavailable` without credentials.
 */
export async function presignGet(
  client: S3Client,
  bucket: string,
  key: string,
  { fileName, expiresInSeconds }: PresignDownloadOptions,
): Promise<PresignedDownload> {
  const expiresIn = Math.floor(expiresInSeconds)
  const get = new GetObjectCommand({
    Bucket: bucket,
    Key: key,
    ResponseContentDisposition: formatAttachment(fileName),
  })
  const url = await getSignedUrl(client, get, { expiresIn }).catch((error: unknown) => {
    throw unavailable(error)
  })
  const signedAt = new URL(url).searchParams.get('X-Amz-Date') ?? ''
  const [, day, time] = /^(\d{8})T(\d{6})Z$/.exec(signedAt) ?? []
  const iso = `${day?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${time?.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`
  return { url, expiresAt: new Date(Date.parse(iso) + expiresIn * 1000).toISOString() }
}
