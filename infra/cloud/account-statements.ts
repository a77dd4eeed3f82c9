import { PolicyStatement } from 'aws-cdk-lib/aws-iam'

/** What a role may do with the accounts table: some actions on items with some partition keys. */
export interface AccountAccess {
  actions: readonly string[]
  /** Partition keys, `*` as in `StringLike`. */
  leadingKeys: readonly string[]
  /** The only attributes a request may name, keys included. Default: all. */
  attributes?: readonly string[]
}

/** The statements of a role on the accounts table. */
export function accountStatements(
  tableArn: string,
  access: AccountAccess | readonly AccountAccess[],
): PolicyStatement[] {
  return [access].flat().map(
    ({ actions, leadingKeys, attributes }: AccountAccess) =>
      new PolicyStatement({
        actions: [...actions],
        resources: [tableArn],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...leadingKeys] },
          ...(attributes && {
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] },
          }),
          // `ForAllValues` holds for a request that has no values at all.
          Null: {
            'dynamodb:LeadingKeys': 'false',
            ...(attributes && { 'dynamodb:Attributes': 'false' }),
          },
        },
      }),
  )
}
