/** A statement of a role: actions on items of the accounts table, by partition key. */
export interface AccessStatement {
  actions: readonly string[]
  /** Allowed partition keys (the IAM condition key `dynamodb:LeadingKeys`), `*` as in `StringLike`. */
  leadingKeys: readonly string[]
  /**
   * Attributes that requests may name to read, to write or in a condition (the condition key `dynamodb:Attributes`).
   * Default: all.
   */
  attributes?: readonly string[]
}

const account = ['ACCOUNT#*']

/** DynamoDB actions granted to operators, without deletes. */
const operatorActions = [
  'dynamodb:GetItem',
  'dynamodb:BatchGetItem',
  'dynamodb:Query',
  'dynamodb:PutItem',
  'dynamodb:UpdateItem',
] as const
const operatorKeys = ['ACCOUNTS', ...account, 'KEY#*', 'KEYID#*'] as const
const itemKey = ['pk', 'sk'] as const
const moved = ['balance', 'version', 'moves', 'last', 'recent', 'voided'] as const
const held = ['held', 'holds', 'closed'] as const

/**
 * Statements on the accounts table, by role. A role needs exactly the statements of its name. A test runs each role
 * through a client that refuses everything else.
 *
 * Roles that charge cannot change grants, key states or limits, because they may not name these attributes.
 */
export const accountsAccess = {
  /** The authorizer: reads key, account and balance, and counts requests. */
  authorize: [
    // A bucket is read when the reply to a failed condition does not contain it.
    { actions: ['dynamodb:GetItem'], leadingKeys: ['KEY#*', ...account, 'RATE#*'] },
    {
      actions: ['dynamodb:UpdateItem'],
      leadingKeys: ['RATE#*'],
      attributes: [...itemKey, 'arrivalMs', 'expiresAt'],
    },
  ],
  /** The health check: reads an account. */
  check: [{ actions: ['dynamodb:GetItem'], leadingKeys: account }],
  /**
   * An operation: charges, and releases expired holds to do so. Reads key states, and the ledger when the reply to a
   * charge was lost.
   */
  charge: [
    {
      actions: ['dynamodb:UpdateItem'],
      leadingKeys: account,
      attributes: [...itemKey, ...moved, ...held],
    },
    { actions: ['dynamodb:GetItem'], leadingKeys: account },
    { actions: ['dynamodb:Query'], leadingKeys: ['LEDGER#*'] },
  ],
  /** An operation, in addition to `charge`: keeps the records of idempotency keys. */
  repeat: [
    {
      actions: [
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        'dynamodb:DeleteItem',
      ],
      leadingKeys: ['IDEMPOTENCY#*'],
    },
  ],
  /** A job: holds, captures, releases. */
  hold: [
    {
      actions: ['dynamodb:UpdateItem'],
      leadingKeys: account,
      attributes: [...itemKey, 'balance', 'version', 'moves', 'last', ...held],
    },
    { actions: ['dynamodb:GetItem'], leadingKeys: account },
  ],
  /** A function that may end a job but charges nothing: releases holds. */
  release: [
    {
      actions: ['dynamodb:UpdateItem'],
      leadingKeys: account,
      attributes: [...itemKey, 'balance', ...held],
    },
    { actions: ['dynamodb:GetItem'], leadingKeys: account },
  ],
  /** The first step of a job, which finds a key to pay for a dropped file. */
  readKeys: [
    { actions: ['dynamodb:GetItem'], leadingKeys: account },
    { actions: ['dynamodb:BatchGetItem'], leadingKeys: ['KEYID#*'] },
  ],
  /** The function on the stream, whose own permissions come with the event source. */
  ledger: [{ actions: ['dynamodb:PutItem'], leadingKeys: ['LEDGER#*'] }],
  /** The command line: accounts, keys and balances; with `readLedger`. */
  operate: [
    {
      actions: [...operatorActions, 'dynamodb:DeleteItem'],
      leadingKeys: operatorKeys,
    },
  ],
  /** The console of a deployment: like the command line, but without deletes; with `readLedger`. */
  console: [{ actions: operatorActions, leadingKeys: operatorKeys }],
  /** The command line and the console read the ledger and cannot write it. */
  readLedger: [{ actions: ['dynamodb:Query'], leadingKeys: ['LEDGER#*'] }],
} as const satisfies Record<string, readonly AccessStatement[]>
