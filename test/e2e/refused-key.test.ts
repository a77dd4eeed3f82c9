import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { type AccountStore, hashKey, makeHint, makeKey, openAccounts } from '#platform/accounts'
import { ledgerOf } from '../contract/accounts-fixtures.ts'
import { JobsClient } from '../fixtures/jobs-client.ts'
import {
  type ModelBehaviour,
  type ModelServer,
  modelServer,
  replies,
} from '../fixtures/model-server.ts'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'
import { toolExamples } from '../fixtures/tool-arguments.ts'
import {
  replyFor,
  sendJson,
  type WeatherService,
  weatherService,
} from '../fixtures/weather-service.ts'

/** Balance of each account, micro-dollars. */
const balance = 5_000_000

let model: ModelServer
let weather: WeatherService
let server: TestServer
let accounts: AccountStore

beforeAll(async () => {
  model = await modelServer()
  weather = await weatherService()
  const home = homeOver(inject('builtHome'))
  server = await startServer(home, {
    CAIRN_WORKERS: '1',
    CAIRN_JOB_PROCESSES: '1',
    CAIRN_MODEL: 'openai:a-model',
    CAIRN_MODEL_URL: model.url,
    CAIRN_WEATHER: weather.url,
  })
  accounts = await openAccounts({ CAIRN_HOME: home })
})
afterAll(async () => {
  accounts.close()
  await server.stop()
  await model.close()
  await weather.close()
})
/** A model that writes with the facts it receives: the service stops asking a model that fails too often. */
const writes: ModelBehaviour = (response, call) => {
  const { distance, duration } = call.body.data.facts as Record<string, string>
  replies({ text: `It is ${distance} and takes ${duration}.` })(response, call)
}

beforeEach(() => {
  model.behave = writes
  weather.respond = (url, response) => sendJson(response, replyFor(url))
})

const refusals = [
  ['suspended', 'API key is suspended'],
  ['revoked', 'API key has been revoked'],
  ['deleted', 'Invalid API key'],
] as const
type Refusal = (typeof refusals)[number][0]

async function refuse(keyId: string, how: Refusal): Promise<void> {
  if (how === 'deleted') await accounts.deleteKey(keyId)
  else await accounts.setKeyState(keyId, how)
}

/** Creates an account with a key that will be refused, and a second key to look at the outcome. */
async function newAccount() {
  const { accountId } = await accounts.createAccount({ balance })
  await accounts.setGrant(accountId, 'predict', true)
  const addKey = async () => {
    const key = makeKey()
    const hashed = { accountId, keySha256: hashKey(key), hint: makeHint(key) }
    return { key, keyId: (await accounts.addKey(hashed)).keyId }
  }
  return { accountId, ...(await addKey()), witness: (await addKey()).key }
}

/** Returns the account's balance, the amount set aside and its number of charges. */
async function paid(accountId: string) {
  const account = (await accounts.getAccount(accountId))!
  const charges = (await ledgerOf(accounts, accountId)).filter(({ kind }) => kind === 'charge')
  return { balance: account.balance, held: account.held, charges: charges.length }
}
const nothing = { balance, held: 0, charges: 0 }

async function callTool(key: string, name: string, args: object) {
  const answer = await fetch(`${server.url}/mcp`, {
    method: 'POST',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'x-api-key': key,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name, arguments: args },
    }),
  })
  // biome-ignore lint/suspicious/noExplicitAny: answers are looked into at will.
  return { status: answer.status, json: (await answer.json()) as any }
}

describe.each(refusals)('a key that is %s while its call is in progress', (how, message) => {
  test('pays for no query: the answer is withheld, and the next call is refused', async () => {
    const { accountId, key, keyId } = await newAccount()
    const ask = () =>
      server.post('/v1/ai/query', { query: 'Route from Pradetta to Nevrin' }, { 'x-api-key': key })
    const before = await ask()
    expect([before.status, before.json.intent]).toEqual([200, 'route'])
    const first = await paid(accountId)
    expect(first.charges).toBe(1)

    // The model is asked for the summary after the route is found.
    let asked = 0
    model.behave = async (response, call) => {
      asked++
      await refuse(keyId, how)
      writes(response, call)
    }
    const during = await ask()
    expect(asked).toBe(1)
    expect([during.status, during.json]).toEqual([403, { error: 'forbidden', message }])
    expect(during.headers.get('x-charged')).toBe('0.00')
    const after = await ask()
    expect([after.status, after.json]).toEqual([403, { error: 'forbidden', message }])
    expect(asked).toBe(1)
    expect(await paid(accountId)).toEqual(first)
  })

  test('pays for no tool call: the result is an error, and the next call is refused', async () => {
    const { accountId, key, keyId } = await newAccount()
    const { args } = toolExamples.find(({ name }) => name === 'predict_missing_person')!
    const { disableWeather: _, weather: __, ...params } = args.params as Record<string, unknown>
    const { weather: ___, ...rest } = args
    // Each call uses another hour, since the weather of a requested hour is stored.
    let hour = refusals.findIndex(([name]) => name === how)
    const predict = () => {
      const datetime = `2026-03-1${hour++}T10:00:00+01:00`
      return callTool(key, 'predict_missing_person', { ...rest, params: { ...params, datetime } })
    }
    weather.respond = async (url, response) => {
      await refuse(keyId, how)
      sendJson(response, replyFor(url))
    }
    const before = weather.requests.length
    const { status, json } = await predict()
    expect(weather.requests.length).toBe(before + 1)
    expect(status).toBe(200)
    expect(json.result.isError).toBe(true)
    expect(json.result.content[0].text).toContain(`forbidden: ${message}`)
    expect(json.result._meta['cairn/charged_usd']).toBe('0.00')
    const next = await predict()
    expect([next.status, next.json.message]).toEqual([403, message])
    expect(weather.requests.length).toBe(before + 1)
    expect(await paid(accountId)).toEqual(nothing)
  })

  test('pays for no job: the job fails, and nothing is set aside for it', async () => {
    const { accountId, key, keyId, witness } = await newAccount()
    const created = await new JobsClient(server.url, key).create()
    await refuse(keyId, how)
    // The form of an upload needs no key.
    const owner = new JobsClient(server.url, witness)
    expect(await owner.upload(created, 'street;town\nVia Pegna 5;Pradetta\n')).toBeLessThan(300)
    const job = await owner.ended(created.job_id)
    expect(job).toMatchObject({
      state: 'failed',
      charged_usd: '0.00',
      error: {
        error: 'forbidden',
        message: `The job cannot be paid for: ${message}. Nothing was charged.`,
      },
    })
    expect(job.result ?? null).toBeNull()
    expect(await paid(accountId)).toEqual(nothing)
  })
})
