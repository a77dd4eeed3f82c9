import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { FromWorker, ToWorker } from '../../../infra/local/worker.ts'
import { type AccountStore, keySha256, newKey, openAccounts } from '../../../lib/accounts/index.ts'
import { ledgerOf } from '../../contract/accounts-fixtures.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { homeOver } from '../../fixtures/server.ts'

/** A worker process alone, its supervisor played by the test. */
describe('a worker', () => {
  const key = newKey()
  let worker: ChildProcess
  let accounts: AccountStore
  let accountId: string
  let sent = 0

  beforeAll(async () => {
    const home = homeOver(inject('builtHome'))
    accounts = await openAccounts({ CAIRN_HOME: home })
    accountId = (await accounts.createAccount({ balance: 1_000_000 })).accountId
    await accounts.addKey({ accountId, keySha256: keySha256(key), hint: key.slice(-4) })
    worker = fork('infra/local/worker.ts', {
      serialization: 'advanced',
      env: { ...process.env, CAIRN_HOME: home, REGION: 'demo' },
    })
    const [ready] = (await once(worker, 'message')) as [FromWorker]
    expect(ready.type).toBe('ready')
  })
  afterAll(() => {
    worker.kill()
    accounts.close()
  })

  const send = (message: ToWorker) => worker.send(message)
  const call = (answerBy: number) => {
    const id = ++sent
    const event = proxyEvent({
      method: 'GET',
      path: '/v1/geocoding/parse',
      query: { text: ['1 Main Street'] },
    })
    event.multiValueHeaders = { 'x-api-key': [key] }
    const answered = new Promise<APIGatewayProxyResult>((resolve) => {
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'answer' && message.id === id) resolve(message.response)
      })
    })
    send({ type: 'call', id, operation: 'geocoding/parse', event, body: Buffer.alloc(0), answerBy })
    return { id, answered }
  }
  const charges = async () =>
    (await ledgerOf(accounts, accountId)).filter(({ kind }) => kind === 'charge').length

  test('charges for an answer that is in time', async () => {
    const before = await charges()
    expect((await call(Date.now() + 10_000).answered).statusCode).toBe(200)
    expect(await charges()).toBe(before + 1)
  })

  test('charges nothing once its caller has been answered', async () => {
    const before = await charges()
    expect((await call(Date.now() - 1).answered).statusCode).toBe(504)
    expect(await charges()).toBe(before)
  })

  test('charges nothing when its caller has hung up', async () => {
    const before = await charges()
    // Stopped, so that both messages are there before the work is done.
    worker.kill('SIGSTOP')
    const { id, answered } = call(Date.now() + 10_000)
    send({ type: 'abandon', id })
    worker.kill('SIGCONT')
    const { statusCode } = await answered
    expect(statusCode).toBe(504)
    expect(await charges()).toBe(before)
  })
})
