/**
 * What the adapter needs to be allowed, by what it is used for. `list` is for the bucket, the others
 * for its objects (`arn:aws:s3:::BUCKET/*`).
 *
 * Grant `list` wherever `read` is granted, for the same keys by the condition `s3:prefix` (in
 * `StringLike`, `*` as in the resource of `read`). Without it S3 answers 403 in place of 404 for an object
 * that is not there, and a missing object becomes a fault of the store. For that answer S3 takes the key
 * of the object for the prefix.
 */
export const storageAccess = {
  /** `head`, `get`. */
  read: ['s3:GetObject'],
  /** `list`; and `head` and `get` of what is not there. */
  list: ['s3:ListBucket'],
  /** `put`, `upload`; with `read`, because an upload looks at what there is. */
  write: ['s3:PutObject', 's3:AbortMultipartUpload', 's3:ListMultipartUploadParts'],
  /** `delete`; and `upload`, which deletes its own notes under `.incoming/`. */
  delete: ['s3:DeleteObject'],
} as const
