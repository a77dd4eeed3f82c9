import { type Stack, Token } from 'aws-cdk-lib'

/** Partition, region and account of a stack in the form of cdk-nag's findings: a name in brackets where it is not known. */
export function namesInFinding({ partition, region, account }: Stack) {
  const known = (value: string, name: string) =>
    Token.isUnresolved(value) ? `<AWS::${name}>` : value
  return {
    partition: known(partition, 'Partition'),
    region: known(region, 'Region'),
    account: known(account, 'AccountId'),
  }
}
