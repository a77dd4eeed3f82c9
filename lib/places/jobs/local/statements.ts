import type { JobState } from '../states.ts'

const job = 'account_id = :accountId AND job_id = :jobId'
const columns = `j.*, (SELECT json_group_array(chunk) FROM done_chunks d
  WHERE d.account_id = j.account_id AND d.job_id = j.job_id) AS done_chunks`

/** Statements of the local adapter, each prepared once per process. */
export const statements = {
  insert: `INSERT INTO jobs (account_id, job_id, state, key_id, region, request, input_key, price_per_row,
      created_at, upload_expires_at, max_bytes, expires_ms)
    VALUES (:accountId, :jobId, 'awaiting_upload', :keyId, :region, :request, :inputKey, :pricePerRow,
      :createdAt, :uploadExpiresAt, :maxBytes, :expiresMs)
    ON CONFLICT DO NOTHING`,
  // The upload link of a cancelled job stays valid until it expires. A job whose upload can no longer arrive has no
  // bytes.
  usage: `SELECT
      count(*) FILTER (WHERE is_awaited) AS awaiting,
      count(*) FILTER (WHERE state IN ('planning', 'payment_required', 'running', 'merging')) AS running,
      coalesce(sum(iif(is_awaited, coalesce(max_bytes, 0),
        coalesce(input_bytes, 0) + coalesce(json_extract(result, '$.bytes'), 0))), 0) AS bytes
    FROM (SELECT *, (state = 'awaiting_upload' OR (state = 'cancelled' AND input_etag IS NULL))
        AND upload_expires_at > :now AND upload_expires_at <= :latest AS is_awaited
      FROM jobs WHERE account_id = :accountId AND expires_ms > :nowMs)`,
  get: `SELECT ${columns} FROM jobs j WHERE ${job} AND expires_ms > :nowMs`,
  list: `SELECT ${columns} FROM jobs j
    WHERE account_id = :accountId AND job_id < :before AND expires_ms > :nowMs
    ORDER BY job_id DESC LIMIT :limit`,
  unfinished: `SELECT ${columns} FROM jobs j
    WHERE state NOT IN ('awaiting_upload', 'succeeded', 'failed', 'cancelled')
      AND expires_ms > :nowMs
    ORDER BY job_id`,
  expired: `SELECT ${columns} FROM jobs j WHERE expires_ms <= :nowMs ORDER BY job_id`,
  removeExpired: `DELETE FROM jobs WHERE ${job} AND expires_ms <= :nowMs`,
  removeExpiredLeases: 'DELETE FROM leases WHERE until_ms <= :nowMs',

  claim: `UPDATE jobs SET state = 'planning', execution_id = :executionId, input_etag = :inputEtag,
      input_bytes = :inputBytes
    WHERE ${job} AND state = 'awaiting_upload'`,
  // `from` is the list of allowed states, each between commas.
  transition: `UPDATE jobs SET state = :to,
      input_etag = coalesce(:inputEtag, input_etag),
      total_rows = coalesce(:totalRows, total_rows),
      chunk_count = coalesce(:chunkCount, chunk_count),
      charged = coalesce(:charged, charged),
      committed = coalesce(:committed, committed),
      finished_at = coalesce(:finishedAt, finished_at),
      failure = coalesce(:failure, failure),
      result = coalesce(:result, result)
    WHERE ${job} AND instr(:from, ',' || state || ',') > 0
      AND NOT (:unlessCommitted AND coalesce(committed, 0))`,
  addChunk: `INSERT INTO done_chunks VALUES (:accountId, :jobId, :chunk) ON CONFLICT DO NOTHING`,
  count: `UPDATE jobs SET matched = matched + :matched, unmatched = unmatched + :unmatched,
      failed = failed + :failed
    WHERE ${job}`,

  // A lease that ends later than any lease taken now was taken before the clock was set back: a running owner would
  // have renewed it. An expired lease still belongs to its owner until another runner takes it: the clock may have been
  // set forward.
  lease: `INSERT INTO leases VALUES (:jobId, :owner, :untilMs)
    ON CONFLICT (job_id) DO UPDATE SET owner = :owner, until_ms = :untilMs
      WHERE owner = :owner OR until_ms <= :nowMs OR until_ms > :latestMs`,
  renew: 'UPDATE leases SET until_ms = :untilMs WHERE job_id = :jobId AND owner = :owner',
  release: 'DELETE FROM leases WHERE job_id = :jobId AND owner = :owner',
} as const

/** Formats states for the statement `transition`. */
export function formatStates(states: readonly JobState[]): string {
  return `,${states.join(',')},`
}
