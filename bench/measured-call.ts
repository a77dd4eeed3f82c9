import { resolve } from 'node:path'
import { operations } from '../functions/operations.ts'
import { openDataset } from '../lib/dataset/index.ts'
import type { Bounds } from '../lib/geo/index.ts'
import { openStorage } from '../lib/storage/index.ts'
import type { DearRequest } from '../test/fixtures/dear-requests.ts'
import { proxyEvent } from '../test/fixtures/event.ts'
import { homeOver } from '../test/fixtures/server.ts'
import { benchHome, benchRegion } from './region.ts'

const balance = 1_000_000_000

export interface Measured {
  status: number
  milliseconds: number
  /** Of the process, engine threads included. */
  processorMs: number
  /** The longest time that no other call could run, as processor time of the event loop's thread. */
  stallMs: number
  answerBytes: number
}

export type MeasuredCall = (request: Omit<DearRequest, 'name'>) => Promise<Measured>

/** The true handlers in this process, on the region of the benchmarks. */
export async function openCaller(): Promise<{
  call: MeasuredCall
  region: string
  bounds: Bounds
}> {
  const region = await benchRegion()
  const storage = await openStorage({ CAIRN_HOME: benchHome })
  const { manifest } = await openDataset(storage, region)
  process.env.CAIRN_HOME = homeOver(resolve(benchHome))
  process.env.REGION = region
  process.env.CAIRN_CHECK_RESPONSES ??= 'small'
  return { call: await caller(), region, bounds: manifest.bounds }
}

/** Calls the true handlers on behalf of a new account. */
async function caller(): Promise<MeasuredCall> {
  const { openAccounts } = await import('../lib/accounts/index.ts')
  const accounts = await openAccounts()
  const { accountId } = await accounts.createAccount({ balance })
  const key = { accountId, keySha256: 'f'.repeat(64), hint: 'ffff' }
  const { keyId } = await accounts.addKey(key)
  const caller = { accountId, keyId, balance, grants: ['predict'] }
  return async ({ operation, request }) => {
    const { method, path } = operations.find(({ id }) => id === operation)!
    const { handler } = await import(`../functions/${operation}/handler.ts`)
    await handler.warm()
    const query = Object.fromEntries(
      Object.entries(request).map(([name, value]) => [name, [String(value)]]),
    )
    const sent = method === 'GET' ? { query } : { body: request }
    return measured(() => handler(proxyEvent({ method, path, caller, ...sent })))
  }
}

async function measured(
  work: () => Promise<{ statusCode: number; body: string }>,
): Promise<Measured> {
  const from = performance.now()
  const processor = process.cpuUsage()
  let [last, stallMs, isDone] = [process.threadCpuUsage(), 0, false]
  const turn = () => {
    const { user, system } = process.threadCpuUsage(last)
    stallMs = Math.max(stallMs, (user + system) / 1000)
    last = process.threadCpuUsage()
    if (!isDone) setImmediate(turn)
  }
  setImmediate(turn)
  const { statusCode, body } = await work()
  isDone = true
  turn()
  const { user, system } = process.cpuUsage(processor)
  return {
    status: statusCode,
    milliseconds: performance.now() - from,
    processorMs: (user + system) / 1000,
    stallMs,
    answerBytes: Buffer.byteLength(body),
  }
}
