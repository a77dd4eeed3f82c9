import { describe, expect, test } from 'vitest'
import { type ModelEnvironment, openLanguageModel, readModelSettings } from '#language/model'

const credentials = {
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE',
  AWS_SECRET_ACCESS_KEY: 'SECRET-KEY',
}

describe('the settings of the language model', () => {
  test.each([[{}], [{ CAIRN_MODEL: '' }], [{ CAIRN_MODEL: 'off', CAIRN_MODEL_KEY: 'k' }]])(
    'are none for %j',
    (environment) => {
      expect(openLanguageModel(environment)).toBeUndefined()
    },
  )

  test.each([
    [undefined, 'https://api.openai.com/v1/chat/completions'],
    ['http://127.0.0.1:11434', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['http://127.0.0.1:11434/', 'http://127.0.0.1:11434/v1/chat/completions'],
    ['https://llm.example/v1', 'https://llm.example/v1/chat/completions'],
    ['https://llm.example/openai/v1/', 'https://llm.example/openai/v1/chat/completions'],
    ['https://llm.example/v1/chat/completions', 'https://llm.example/v1/chat/completions'],
  ])('of an OpenAI-compatible service at %s lead to %s', (CAIRN_MODEL_URL, url) => {
    const settings = readModelSettings({ CAIRN_MODEL: 'openai:org/a-model', CAIRN_MODEL_URL })
    expect(settings).toEqual({ protocol: 'openai', model: 'org/a-model', url })
  })

  test('of Bedrock take the AWS region, or another', () => {
    const environment = { ...credentials, CAIRN_MODEL: 'bedrock:a.model-v1:0' }
    expect(readModelSettings(environment)).toMatchObject({
      region: 'eu-central-1',
      url: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
    })
    expect(readModelSettings({ ...environment, CAIRN_MODEL_REGION: 'cn-north-1' })).toMatchObject({
      url: 'https://bedrock-runtime.cn-north-1.amazonaws.com.cn',
    })
  })

  const openai = { CAIRN_MODEL: 'openai:m' }
  const bedrock = { ...credentials, CAIRN_MODEL: 'bedrock:m' }
  const wrong: [ModelEnvironment, string][] = [
    [{ CAIRN_MODEL: 'gpt' }, 'must be "off", "bedrock:" with'],
    [{ CAIRN_MODEL: 'openai:' }, 'must be "off", "bedrock:" with'],
    [{ CAIRN_MODEL: 'openai:a b' }, 'must be "off", "bedrock:" with'],
    [{ ...credentials, CAIRN_MODEL: 'bedrock:a/?b' }, 'must be "off", "bedrock:" with'],
    [{ CAIRN_MODEL_KEY: 'SECRET-KEY' }, 'CAIRN_MODEL is not set'],
    [{ ...openai, CAIRN_MODEL_URL: 'llm.example' }, 'CAIRN_MODEL_URL must be an http(s) address'],
    [{ ...openai, CAIRN_MODEL_URL: 'https://me:SECRET-KEY@llm.example' }, 'without a password'],
    [{ ...openai, CAIRN_MODEL_URL: 'https://llm.example?key=SECRET-KEY' }, 'or a query'],
    [{ ...openai, CAIRN_MODEL_KEY: 'SECRET-KEY\n' }, 'CAIRN_MODEL_KEY must be one word'],
    [{ ...openai, CAIRN_MODEL_KEY: 'k', CAIRN_MODEL_SECRET: 's' }, 'cannot be given both'],
    [{ ...bedrock, CAIRN_MODEL_KEY: 'SECRET-KEY' }, 'are for "openai:" models'],
    [{ ...bedrock, AWS_REGION: undefined }, 'needs an AWS region'],
    [{ ...bedrock, AWS_SECRET_ACCESS_KEY: '' }, 'needs AWS_ACCESS_KEY_ID and'],
  ]
  test.each(wrong)('are refused in one sentence: %j', (environment, sentence) => {
    expect(() => openLanguageModel(environment)).toThrow(sentence)
    expect(() => openLanguageModel(environment)).toThrow(/^(?!.*SECRET-KEY)[^\n]*\.$/)
  })
})
