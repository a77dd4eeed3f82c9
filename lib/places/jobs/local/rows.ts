import type { SQLOutputValue } from 'node:sqlite'
import type { Job } from '../job.ts'
import type { JobState } from '../states.ts'

type Row = Record<string, SQLOutputValue>

/** Converts a database row to a job. The row must have a `done_chunks` field: a JSON array, or null. */
export function parseJobRow(row: Row): Job {
  const text = (name: string) => (row[name] === null ? undefined : String(row[name]))
  const number = (name: string) => (row[name] === null ? undefined : Number(row[name]))
  const json = (name: string) => (row[name] === null ? undefined : JSON.parse(String(row[name])))
  return omitUndefined<Job>({
    accountId: String(row.account_id),
    jobId: String(row.job_id),
    state: row.state as JobState,
    keyId: String(row.key_id),
    region: String(row.region),
    request: json('request'),
    inputKey: String(row.input_key),
    pricePerRow: Number(row.price_per_row),
    createdAt: String(row.created_at),
    uploadExpiresAt: text('upload_expires_at'),
    maxBytes: number('max_bytes'),
    executionId: text('execution_id'),
    inputEtag: text('input_etag'),
    inputBytes: number('input_bytes'),
    totalRows: number('total_rows'),
    chunkCount: number('chunk_count'),
    counts: {
      matched: Number(row.matched),
      unmatched: Number(row.unmatched),
      failed: Number(row.failed),
    },
    doneChunks: json('done_chunks'),
    charged: Number(row.charged),
    committed: row.committed === null ? undefined : row.committed === 1,
    finishedAt: text('finished_at'),
    failure: json('failure'),
    result: json('result'),
  })
}

/** Removes undefined fields. */
function omitUndefined<T extends object>(fields: { [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T
}
