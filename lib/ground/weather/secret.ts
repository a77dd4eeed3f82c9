/**
 * Reads the value of `CAIRN_WEATHER` from AWS Secrets Manager, for addresses with a subscription's key.
 *
 * @param secretId Name or ARN.
 * @throws Error when the secret cannot be read or has no text.
 */
export async function readWeatherSecret(secretId: string): Promise<string> {
  // Imported here because most deployments, and the local server, never need the client.
  const { GetSecretValueCommand, SecretsManagerClient } = await import(
    '@aws-sdk/client-secrets-manager'
  )
  const client = new SecretsManagerClient({ maxAttempts: 3 })
  try {
    const request = new GetSecretValueCommand({ SecretId: secretId })
    const { SecretString } = await client.send(request, { abortSignal: AbortSignal.timeout(5000) })
    if (SecretString) return SecretString
    throw new Error('the weather secret has no text')
  } finally {
    client.destroy()
  }
}
