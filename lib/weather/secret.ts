/**
 * Reads a secret of AWS Secrets Manager. It holds the text that `CAIRN_WEATHER` would hold, for addresses
 * that carry the key of a subscription.
 *
 * @param secretId Name or ARN.
 * @throws Error when the secret cannot be read or has no text.
 */
export async function readWeatherSecret(secretId: string): Promise<string> {
  // Loaded here: most deployments have no such secret, and the local server never needs the client.
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
