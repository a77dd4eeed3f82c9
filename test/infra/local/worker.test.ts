import { type ChildProcess, fork } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type AccountStore, hashKey, makeKey, openAccounts } from '#platform/accounts'
import { readMachineMs } from '../../../infra/local/machine-clock.ts'
import type { FromWorker, ToWorker } from '../../../infra/local/worker.ts'
import { ledgerOf } from '../../contract/accounts-fixtures.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { homeOver } from '../../fixtures/server.ts'

const shiftedClock = pathToFileURL(resolve('test/fixtures/shifted-clock.mjs')).href

/** Tests one worker process, with the test as its supervisor. The time may be set after the supervisor has read it. */
describe.each([
  ['ahead', 3_600_000],
  ['behind', -3_600_000],
])('a worker whose wall clock is an hour %s', (_, shiftMs) => {
  const key = makeKey()
  let worker: ChildProcess
  let accounts: AccountStore
  let accountId: string
  let sent = 0

  beforeAll(async () => {
    const home = homeOver(inject('builtHome'))
    accounts = await openAccounts({ CAIRN_HOME: home })
    accountId = (await accounts.createAccount({ balance: 1_000_000 })).accountId
    await accounts.addKey({ accountId, keySha256: hashKey(key), hint: key.slice(-4) })
    worker = fork('infra/local/worker.ts', {
      serialization: 'advanced',
      env: {
        ...process.env,
        CAIRN_HOME: home,
        REGION: 'demo',
        NODE_OPTIONS: `--import ${shiftedClock}`,
        CAIRN_TEST_CLOCK_SHIFT_MS: String(shiftMs),
      },
    })
    await new Promise<void>((resolve, reject) => {
      worker.on('message', ({ type }: FromWorker) => type === 'ready' && resolve())
      worker.once('exit', () => reject(new Error('the worker has ended')))
    })
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

  test('charges for an answer in time', async () => {
    const before = await charges()
    expect((await call(readMachineMs() + 10_000).answered).statusCode).toBe(200)
    expect(await charges()).toBe(before + 1)
  })

  test('charges nothing after its caller has been answered', async () => {
    const before = await charges()
    expect((await call(readMachineMs() - 1).answered).statusCode).toBe(504)
    expect(await charges()).toBe(before)
  })

  test('charges nothing when its caller has hung up', async () => {
    const before = await charges()
    // The worker is stopped, so that both messages arrive before the work is done.
    worker.kill('SIGSTOP')
    const { id, answered } = call(readMachineMs() + 10_000)
    send({ type: 'abandon', id })
    worker.kill('SIGCONT')
    const { statusCode } = await answered
    expect(statusCode).toBe(504)
    expect(await charges()).toBe(before)
  })
})
