import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { AccessStatement } from '#platform/accounts'

/** IAM statements of a role on the accounts table. */
export function accountStatements(
  tableArn: string,
  access: readonly AccessStatement[],
): PolicyStatement[] {
  return access.map(
    ({ actions, leadingKeys, attributes }) =>
      new PolicyStatement({
        actions: [...actions],
        resources: [tableArn],
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': [...leadingKeys] },
          ...(attributes && {
            'ForAllValues:StringEquals': { 'dynamodb:Attributes': [...attributes] },
          }),
          // `ForAllValues` is true for a request without values.
          Null: {
            'dynamodb:LeadingKeys': 'false',
            ...(attributes && { 'dynamodb:Attributes': 'false' }),
          },
        },
      }),
  )
}
