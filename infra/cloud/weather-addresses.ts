import { Stack } from 'aws-cdk-lib'
import { PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import type { Binding } from './api-function.ts'
import type { CairnSettings } from './settings.ts'

/** The addresses of the weather source, from an option or from a secret that only the function may read. */
export function weatherAddresses(
  user: Construct,
  { weather, weatherSecret }: CairnSettings,
): Binding {
  if (!weatherSecret)
    return { environment: weather ? { CAIRN_WEATHER: weather } : {}, statements: [] }
  const { partition, region, account } = Stack.of(user)
  // Secrets Manager adds a hyphen and six characters to a name.
  const secretArn = weatherSecret.startsWith('arn:')
    ? weatherSecret
    : `arn:${partition}:secretsmanager:${region}:${account}:secret:${weatherSecret}-??????`
  return {
    environment: { CAIRN_WEATHER_SECRET: weatherSecret },
    statements: [
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [secretArn] }),
    ],
  }
}
