/**
 * DynamoDB actions on the jobs table, by role. Each role needs exactly these: a test runs each role through a client
 * that refuses all others.
 */
export const jobsAccess = {
  /** The operations: create, show, list and cancel the jobs of the caller. */
  operate: ['dynamodb:PutItem', 'dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
  /** The first step, which creates the job of a dropped file. */
  plan: ['dynamodb:PutItem', 'dynamodb:GetItem', 'dynamodb:UpdateItem'],
  /** The later steps: work, merge and finish. */
  advance: ['dynamodb:GetItem', 'dynamodb:UpdateItem'],
  /** The operator's console of a deployment: lists the jobs of an account. */
  list: ['dynamodb:Query'],
} as const satisfies Record<string, readonly string[]>
