import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'

/** Throws one sentence that names the option when the secret is neither a name nor a whole ARN. */
export function assertSecretName(option: string, secret: string): void {
  const isName = /^[\w/+=.@-]{1,512}$/.test(secret)
  const isArn = /^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/.test(secret)
  if (!isName && !isArn) {
    throw new Error(
      `${option} must be the name of a secret of AWS Secrets Manager or its whole ARN`,
    )
  }
}

/** Allows a function to read one secret, by its name or ARN. */
export function allowReadingSecret(user: Construct, secret: string): PolicyStatement {
  const { partition, region, account } = Stack.of(user)
  // Secrets Manager appends a hyphen and six characters to a name.
  const secretArn = secret.startsWith('arn:')
    ? secret
    : `arn:${partition}:secretsmanager:${region}:${account}:secret:${secret}-??????`
  return new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] })
}
