import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { publish } from '#ground/dataset'
import {
  createMemorySource,
  type IndexedPlace,
  openPack,
  writeFilesInMemory,
} from '#places/gazetteer'
import { search } from '#places/search'
import { hashKey, makeKey, openAccounts } from '#platform/accounts'
import { openStorage, type Storage } from '#platform/storage'
import { truth } from '../../../demo-island/index.ts'
import { indexPlaces } from '../../../region/places/index.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { extractOf, quiet } from '../../fixtures/places.ts'
import { startS3, type TestS3 } from '../../fixtures/s3.ts'
import { builds, writeBuild } from '../../ground/dataset/builds.ts'
import { FunctionEnvironment } from '../environment.ts'

const [house] = truth.addresses
const { portSerrin, nevrin } = truth.towns
const questions = [
  ['search', { text: `${house!.street} ${house!.number}, ${house!.city}` }],
  ['search', { text: nevrin.name }],
  ['search', { text: portSerrin.name }],
  ['search', { text: 'musuem' }],
] as const

const home = mkdtempSync(join(tmpdir(), 'cairn-lost-shard-'))
let s3: TestS3
let storage: Storage
let files: Map<string, Uint8Array>
let caller: { accountId: string; keyId: string }

beforeAll(async () => {
  const indexed: IndexedPlace[] = []
  for await (const batch of indexPlaces([(await extractOf('demo'))!], { folder: home }))
    for (const place of batch) indexed.push(place)
  files = await writeFilesInMemory(indexed, { maxPlaces: Math.ceil(indexed.length / 4) })
  s3 = await startS3()
  Object.assign(process.env, s3.env)
  storage = await openStorage(s3.env)
  await writeBuild(storage, 'demo', builds[0], Object.fromEntries(files))
  await publish(storage, 'demo', builds[0])
  const accounts = await openAccounts({ CAIRN_HOME: home })
  const secret = makeKey()
  const { accountId } = await accounts.createAccount({ balance: 1_000_000 })
  const hint = secret.slice(-4)
  const { keyId } = await accounts.addKey({ accountId, keySha256: hashKey(secret), hint })
  caller = { accountId, keyId }
  accounts.close()
}, 120_000)
afterAll(async () => {
  await s3.stop()
  rmSync(home, { recursive: true })
})

async function answersIn(environment: FunctionEnvironment) {
  const answers: { status: number; charged: string; body: { error?: string } }[] = []
  for (const [name, parameters] of questions) {
    const query = Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, [String(value)]]),
    )
    const { statusCode, headers, body } = await environment.call(
      name,
      proxyEvent({ method: 'GET', query, caller }),
    )
    answers.push({
      status: statusCode,
      charged: String(headers?.['x-charged']),
      body: JSON.parse(body),
    })
  }
  return answers
}

/** Returns for each question whether it fails without a shard. */
async function failuresWithout(lost: string): Promise<boolean[]> {
  const open = (name: string) => {
    if (name === lost) throw new Error('it is lost')
    return createMemorySource(files.get(name)!, name)
  }
  const gazetteer = await openPack(open('places.pack'), { openShard: open })
  return await Promise.all(
    questions.map(([, { text }]) =>
      search(gazetteer, { text, size: 10 }, quiet).then(
        () => false,
        () => true,
      ),
    ),
  )
}

test('a lost shard causes 503 at no cost for calls that need it, and is used again once it is restored', async () => {
  const names = [...files.keys()].slice(1)
  const failures = await Promise.all(names.map(failuresWithout))
  const i = failures.findIndex((fails) => fails.includes(true) && fails.includes(false))
  const key = `datasets/demo/${builds[0]}/${names[i]}`
  const environment = new FunctionEnvironment({
    ...s3.env,
    CAIRN_HOME: home,
    REGION: 'demo',
    POWERTOOLS_METRICS_DISABLED: 'true',
  })
  try {
    await storage.delete(key)
    const without = await answersIn(environment)
    await storage.put(key, files.get(names[i]!)!)
    const whole = await answersIn(environment)
    expect(whole.map(({ status }) => status)).toEqual(questions.map(() => 200))
    for (const [n, fails] of failures[i]!.entries()) {
      if (!fails) expect(without[n]).toEqual(whole[n])
      else
        expect(without[n]).toMatchObject({
          status: 503,
          charged: '0.00',
          body: { error: 'service_unavailable' },
        })
    }
  } finally {
    await environment.stop()
  }
}, 120_000)
