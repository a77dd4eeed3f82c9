import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { AccessStatement } from '#platform/accounts'

/** Builds the IAM statements that grant a role access to the accounts table. */
export function buildAccountStatements(
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
          // `ForAllValues` is also true for a request without values.
          Null: {
            'dynamodb:LeadingKeys': 'false',
            ...(attributes && { 'dynamodb:Attributes': 'false' }),
          },
        },
      }),
  )
}
