-- An accounts file as release 1.0 left it. Never to be changed with the schema.
PRAGMA journal_mode = WAL;

CREATE TABLE accounts (
  account_id TEXT PRIMARY KEY,
  balance INTEGER NOT NULL CHECK (balance >= 0),
  moves INTEGER NOT NULL,
  created_at TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE grants (
  account_id TEXT NOT NULL REFERENCES accounts,
  name TEXT NOT NULL,
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE keys (
  sequence INTEGER PRIMARY KEY,
  key_id TEXT NOT NULL UNIQUE,
  account_id TEXT NOT NULL REFERENCES accounts,
  sha256 TEXT NOT NULL UNIQUE,
  hint TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'suspended', 'revoked')),
  created_at TEXT NOT NULL
) STRICT;
CREATE INDEX keys_by_account ON keys (account_id, sequence);

CREATE TABLE ledger (
  account_id TEXT NOT NULL REFERENCES accounts,
  sequence INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('charge', 'credit')),
  amount INTEGER NOT NULL,
  balance_after INTEGER NOT NULL,
  at TEXT NOT NULL,
  key_id TEXT,
  request_id TEXT,
  operation TEXT,
  PRIMARY KEY (account_id, sequence)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX charges_by_request ON ledger (account_id, request_id)
  WHERE request_id IS NOT NULL;

INSERT INTO accounts VALUES ('acme', 4993000, 3, '2026-01-01T00:00:00.000Z');
INSERT INTO accounts VALUES ('empty', 0, 0, '2026-01-02T00:00:00.000Z');
INSERT INTO grants VALUES ('acme', 'predict');
INSERT INTO keys VALUES (1, 'key_1', 'acme', '1111111111111111111111111111111111111111111111111111111111111111', 'abcd', 'active', '2026-01-01T00:00:00.000Z');
INSERT INTO keys VALUES (2, 'key_2', 'acme', '2222222222222222222222222222222222222222222222222222222222222222', 'efgh', 'suspended', '2026-01-01T00:00:01.000Z');
INSERT INTO ledger VALUES ('acme', 1, 'credit', 4000000, 4000000, '2026-01-01T00:00:00.000Z', NULL, NULL, NULL);
INSERT INTO ledger VALUES ('acme', 2, 'credit', 1000000, 5000000, '2026-01-01T00:00:02.000Z', NULL, NULL, NULL);
INSERT INTO ledger VALUES ('acme', 3, 'charge', -7000, 4993000, '2026-01-01T00:00:03.000Z', 'key_1', 'request 1', 'routing/route');

PRAGMA user_version = 1;
