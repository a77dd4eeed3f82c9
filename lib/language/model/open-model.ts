import { createChatProtocol } from './chat-completions.ts'
import { createConverseProtocol } from './converse.ts'
import { extract } from './extract.ts'
import { ModelClient, type ModelClientOptions } from './model-client.ts'
import type { LanguageModel, Writer } from './port.ts'
import { createSecretReader } from './secret.ts'
import { type ModelEnvironment, type ModelSettings, readModelSettings } from './settings.ts'
import { summarise } from './summarise.ts'

/**
 * Opens the language model configured in an environment ({@link ModelEnvironment}); undefined without one. No request
 * is sent yet.
 *
 * @throws TypeError with one sentence when the configuration is wrong.
 * @example
 * openLanguageModel({ CAIRN_MODEL: 'openai:llama3.2', CAIRN_MODEL_URL: 'http://127.0.0.1:11434' })
 */
export function openLanguageModel(
  environment: ModelEnvironment = process.env,
  options: ModelClientOptions = {},
): LanguageModel | undefined {
  const client = openClient(environment, options)
  return (
    client && {
      extract: (query, asked) => extract(client, query, asked),
      summarise: (facts, writing) => summarise(client, facts, writing),
    }
  )
}

/** Opens a model for functions that only write, like {@link openLanguageModel} but without the reader's tables. */
export function openWriter(
  environment: ModelEnvironment = process.env,
  options: ModelClientOptions = {},
): Writer | undefined {
  const client = openClient(environment, options)
  return client && { summarise: (facts, writing) => summarise(client, facts, writing) }
}

function openClient(
  environment: ModelEnvironment,
  options: ModelClientOptions,
): ModelClient | undefined {
  const settings = readModelSettings(environment)
  return settings && new ModelClient(createProtocol(settings, environment), options)
}

function createProtocol(settings: ModelSettings, environment: ModelEnvironment) {
  if (settings.protocol === 'bedrock') return createConverseProtocol(settings, environment)
  const { url, model, key, secret } = settings
  const keyReader = secret ? createSecretReader(secret, environment) : key && (async () => key)
  return createChatProtocol({ url, model, ...(keyReader && { key: keyReader }) })
}
