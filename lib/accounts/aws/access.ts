/**
 * What each role of a deployment may do with the accounts table: the actions, and the partition keys
 * they may name (the IAM condition key `dynamodb:LeadingKeys`, `*` as in `StringLike`). A role needs all
 * statements of its name and nothing else; a test runs each role through a client that refuses the rest.
 */
export const accountsAccess = {
  /** The authorizer: whose key, in which state, with which balance and grants. */
  authorize: { actions: ['dynamodb:GetItem'], leadingKeys: ['KEY#*', 'ACCOUNT#*'] },
  /** The health page: whether accounts can be read. */
  check: { actions: ['dynamodb:GetItem'], leadingKeys: ['ACCOUNT#*'] },
  /**
   * An operation or a job: charge, hold, capture, release. It reads to capture, and to tell why a
   * condition failed where the reply does not say.
   */
  charge: { actions: ['dynamodb:UpdateItem', 'dynamodb:GetItem'], leadingKeys: ['ACCOUNT#*'] },
  /** The function on the stream. What it needs of the stream itself comes with the event source. */
  ledger: { actions: ['dynamodb:PutItem'], leadingKeys: ['LEDGER#*'] },
  /** The command line: accounts, keys and balances; with `readLedger`. */
  operate: {
    actions: [
      'dynamodb:GetItem',
      'dynamodb:BatchGetItem',
      'dynamodb:Query',
      'dynamodb:PutItem',
      'dynamodb:UpdateItem',
      'dynamodb:DeleteItem',
    ],
    leadingKeys: ['ACCOUNTS', 'ACCOUNT#*', 'KEY#*', 'KEYID#*'],
  },
  /** The command line's view of the ledger, which it cannot write. */
  readLedger: { actions: ['dynamodb:Query'], leadingKeys: ['LEDGER#*'] },
} as const
