import { chatCompletions } from './chat-completions.ts'
import { converse } from './converse.ts'
import { extract } from './extract.ts'
import { ModelClient, type ModelClientOptions } from './model-client.ts'
import type { LanguageModel, Writer } from './port.ts'
import { secretReader } from './secret.ts'
import { type ModelEnvironment, type ModelSettings, modelSettingsOf } from './settings.ts'
import { summarise } from './summarise.ts'

/**
 * The language model of an environment ({@link ModelEnvironment}); undefined without one. Nothing is asked yet.
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

/** As {@link openLanguageModel}, for functions that only write: the tables of the reader are not loaded. */
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
  const settings = modelSettingsOf(environment)
  return settings && new ModelClient(protocolOf(settings, environment), options)
}

function protocolOf(settings: ModelSettings, environment: ModelEnvironment) {
  if (settings.protocol === 'bedrock') return converse(settings, environment)
  const { url, model, key, secret } = settings
  const keyReader = secret ? secretReader(secret, environment) : key && (async () => key)
  return chatCompletions({ url, model, ...(keyReader && { key: keyReader }) })
}
