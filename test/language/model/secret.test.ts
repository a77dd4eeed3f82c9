import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openLanguageModel } from '#language/model'
import { signedScope } from '../../fixtures/aws-signature.ts'
import { type ModelServer, modelServer, replies } from '../../fixtures/model-server.ts'

const key = 'SECRET-KEY'
const text = 'It is 12.4 km.'

/** A stand-in for AWS Secrets Manager on loopback. */
let secrets: Server
let answer: { status: number; body: unknown }
let asked: unknown[]
let model: ModelServer
beforeAll(async () => {
  model = await modelServer()
  secrets = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString()
    const signed = { method: 'POST', path: request.url!, headers: request.headers, body }
    const target = request.headers['x-amz-target']
    asked.push({ target, ...JSON.parse(body), ...signedScope(signed, 'role-secret') })
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => secrets.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  secrets.close()
  await model.close()
})
beforeEach(() => {
  asked = []
  answer = { status: 200, body: { SecretString: key } }
  model.calls.length = 0
  model.behave = replies({ text })
})

function open(faults: string[] = []) {
  const environment = {
    CAIRN_MODEL: 'openai:a-model',
    CAIRN_MODEL_URL: model.url,
    CAIRN_MODEL_SECRET: 'cairn/model',
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'role',
    AWS_SECRET_ACCESS_KEY: 'role-secret',
    AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${(secrets.address() as AddressInfo).port}`,
  }
  const opened = openLanguageModel(environment, {
    onFault: (fault) => void faults.push(`${fault.stack} ${JSON.stringify(fault)}`),
  })!
  const facts = { subject: 'route', values: { distance: '12.4 km' } }
  return () => opened.summarise(facts, { language: 'en-US' })
}

describe('the key of a language model, in a secret', () => {
  test('is read once, with a signed call, and sent to the model', async () => {
    const write = open()
    expect([await write(), await write()]).toEqual([text, text])
    expect(asked).toEqual([
      {
        target: 'secretsmanager.GetSecretValue',
        SecretId: 'cairn/model',
        accessKeyId: 'role',
        region: 'eu-central-1',
        service: 'secretsmanager',
      },
    ])
    expect(model.calls.map(({ headers }) => headers.authorization)).toEqual(
      Array(2).fill(`Bearer ${key}`),
    )
  })

  test('that cannot be read leaves the text out, and is read again by the next call', async () => {
    const faults: string[] = []
    const write = open(faults)
    answer = { status: 400, body: { __type: 'ResourceNotFoundException', message: key } }
    expect(await write()).toBeUndefined()
    expect(model.calls).toHaveLength(0)
    answer = { status: 200, body: { SecretString: `${key}\n` } }
    expect(await write()).toBe(text)
    expect(faults).toHaveLength(1)
  })

  test.each([
    { SecretString: `${key} with blanks` },
    { SecretBinary: key },
    { SecretString: '' },
    key,
  ])('is not repeated in a fault: %j', async (body) => {
    const faults: string[] = []
    answer = { status: 200, body }
    expect(await open(faults)()).toBeUndefined()
    expect(faults).toHaveLength(1)
    expect(faults[0]).not.toContain(key)
  })
})
