import { type Stack, Token } from 'aws-cdk-lib'

/**
 * Returns partition, region and account of a stack as cdk-nag writes them in findings: a name in angle brackets where
 * the value is not known.
 */
export function formatNamesInFinding({ partition, region, account }: Stack) {
  const formatKnown = (value: string, name: string) =>
    Token.isUnresolved(value) ? `<AWS::${name}>` : value
  return {
    partition: formatKnown(partition, 'Partition'),
    region: formatKnown(region, 'Region'),
    account: formatKnown(account, 'AccountId'),
  }
}
