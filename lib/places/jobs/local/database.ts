import type { DatabaseFile } from '#platform/stores/sqlite'

/** Entry i migrates the file from version i to i + 1; entries never change. */
const migrations = [
  `
  CREATE TABLE jobs (
    account_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    state TEXT NOT NULL,
    key_id TEXT NOT NULL,
    region TEXT NOT NULL,
    request TEXT NOT NULL,
    input_key TEXT NOT NULL,
    price_per_row INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    upload_expires_at TEXT,
    execution_id TEXT,
    input_etag TEXT,
    total_rows INTEGER,
    chunk_count INTEGER,
    matched INTEGER NOT NULL DEFAULT 0,
    unmatched INTEGER NOT NULL DEFAULT 0,
    failed INTEGER NOT NULL DEFAULT 0,
    charged INTEGER NOT NULL DEFAULT 0,
    committed INTEGER CHECK (committed IN (0, 1)),
    finished_at TEXT,
    failure TEXT,
    result TEXT,
    -- Unix milliseconds after which the job is deleted.
    expires_ms INTEGER NOT NULL,
    PRIMARY KEY (account_id, job_id)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX jobs_by_expiry ON jobs (expires_ms);
  CREATE INDEX unfinished_jobs ON jobs (job_id)
    WHERE state NOT IN ('awaiting_upload', 'succeeded', 'failed', 'cancelled');

  CREATE TABLE done_chunks (
    account_id TEXT NOT NULL,
    job_id TEXT NOT NULL,
    chunk INTEGER NOT NULL,
    PRIMARY KEY (account_id, job_id, chunk),
    FOREIGN KEY (account_id, job_id) REFERENCES jobs ON DELETE CASCADE
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE leases (
    job_id TEXT PRIMARY KEY,
    owner TEXT NOT NULL,
    -- Unix milliseconds.
    until_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE jobs ADD COLUMN max_bytes INTEGER;
  ALTER TABLE jobs ADD COLUMN input_bytes INTEGER;
  `,
]

/** Describes the SQLite file of jobs, which `index.ts` reads and writes. */
export function describeJobsFile(path: string): DatabaseFile {
  return { path, contents: 'jobs', migrations }
}
