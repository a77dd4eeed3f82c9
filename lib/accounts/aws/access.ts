/** One statement of a role: what it may do with which partition keys of the accounts table. */
export interface AccessStatement {
  actions: readonly string[]
  /** The partition keys that may be named (the IAM condition key `dynamodb:LeadingKeys`), `*` as in `StringLike`. */
  leadingKeys: readonly string[]
  /**
   * The attributes that may be named, to read, to write or in a condition (the condition key
   * `dynamodb:Attributes`). Left out: all of them.
   */
  attributes?: readonly string[]
}

const account = ['ACCOUNT#*']
const itemKey = ['pk', 'sk'] as const
const moved = ['balance', 'version', 'moves', 'last', 'recent', 'voided'] as const

/**
 * What each role of a deployment may do with the accounts table. A role needs all statements of its name
 * and nothing else; a test runs each role through a client that refuses the rest.
 *
 * Roles that charge can change no grant, key state or limit: they name none of these attributes.
 */
export const accountsAccess = {
  /** The authorizer: whose key, in which state, with which balance and grants; and how often it calls. */
  authorize: [
    // A bucket is read where the reply to a failed condition is without it.
    { actions: ['dynamodb:GetItem'], leadingKeys: ['KEY#*', ...account, 'RATE#*'] },
    {
      actions: ['dynamodb:UpdateItem'],
      leadingKeys: ['RATE#*'],
      attributes: [...itemKey, 'arrivalMs', 'expiresAt'],
    },
  ],
  /** The health page: whether accounts can be read. */
  check: [{ actions: ['dynamodb:GetItem'], leadingKeys: account }],
  /** An operation: charge. It reads key states, and the ledger where the reply to a charge was lost. */
  charge: [
    {
      actions: ['dynamodb:UpdateItem'],
      leadingKeys: account,
      attributes: [...itemKey, ...moved],
    },
    { actions: ['dynamodb:GetItem'], leadingKeys: account },
    { actions: ['dynamodb:Query'], leadingKeys: ['LEDGER#*'] },
  ],
  /** A job: hold, capture, release. */
  hold: [
    {
      actions: ['dynamodb:UpdateItem'],
      leadingKeys: account,
      attributes: [...itemKey, 'balance', 'version', 'moves', 'last', 'held', 'holds', 'closed'],
    },
    { actions: ['dynamodb:GetItem'], leadingKeys: account },
  ],
  /** The function on the stream. What it needs of the stream itself comes with the event source. */
  ledger: [{ actions: ['dynamodb:PutItem'], leadingKeys: ['LEDGER#*'] }],
  /** The command line: accounts, keys and balances; with `readLedger`. */
  operate: [
    {
      actions: [
        'dynamodb:GetItem',
        'dynamodb:BatchGetItem',
        'dynamodb:Query',
        'dynamodb:PutItem',
        'dynamodb:UpdateItem',
        'dynamodb:DeleteItem',
      ],
      leadingKeys: ['ACCOUNTS', ...account, 'KEY#*', 'KEYID#*'],
    },
  ],
  /** The command line's view of the ledger, which it cannot write. */
  readLedger: [{ actions: ['dynamodb:Query'], leadingKeys: ['LEDGER#*'] }],
} as const satisfies Record<string, readonly AccessStatement[]>
