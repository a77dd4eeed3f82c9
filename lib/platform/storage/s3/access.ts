/**
 * IAM actions of the adapter by use. `list` applies to the bucket, the others to its objects
 * (`arn:aws:s3:::BUCKET/*`).
 *
 * Grant `list` with every `read`, for the same keys by the condition `s3:prefix` (in `StringLike`, `*` as in the
 * resource of `read`). Without it S3 answers 403 instead of 404 for a missing object, which then counts as a fault of
 * the store. For that decision S3 compares the key of the object with the prefix.
 */
export const storageAccess = {
  /** `head`, `get`. */
  read: ['s3:GetObject'],
  /** `list`; and `head` and `get` of missing objects. */
  list: ['s3:ListBucket'],
  /** `put`, `upload`; requires `read`, because an upload looks for existing parts. */
  write: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
  /** For the signer of a URL: the URL has the permissions of its signer. */
  presignUpload: ['s3:PutObject'],
  presignDownload: ['s3:GetObject'],
  /** `delete`; and `upload`, which deletes its own notes under `.incoming/`. */
  delete: ['s3:DeleteObject'],
} as const
