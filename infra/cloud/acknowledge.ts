import { Validations } from 'aws-cdk-lib'
import type { IConstruct } from 'constructs'

/** Accepts findings of cdk-nag on a construct and its children, each with its reason. */
export function acknowledge(scope: IConstruct, reasons: Record<string, string>): void {
  const validations = Validations.of(scope)
  for (const [id, reason] of Object.entries(reasons)) validations.acknowledge({ id, reason })
}

/** Findings on a function that the CDK creates for a custom resource. */
export const cdkFunctionFindings: Readonly<Record<string, string>> = {
  'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]':
    'The policy that the CDK gives its functions, to write their log.',
  'AwsSolutions-L1': 'The CDK chooses its runtime.',
  'Serverless-LambdaLatestVersion': 'The CDK chooses its runtime.',
  'Serverless-LambdaDLQ': 'CloudFormation waits for it and is told of a failure.',
  'Serverless-LambdaTracing': 'Runs at a deployment alone.',
}
