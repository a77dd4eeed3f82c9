import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { copyBuild, publish, readCurrentBuild } from '#ground/dataset'
import { decodeHeader, sectionNames } from '#places/gazetteer'
import { hashKey, makeKey, openAccounts } from '#platform/accounts'
import { openStorage, type Storage } from '#platform/storage'
import { truth } from '../../../demo-island/index.ts'
import { proxyEvent } from '../../fixtures/event.ts'
import { startS3, type TestS3 } from '../../fixtures/s3.ts'
import { FunctionEnvironment } from '../environment.ts'

/** Questions that together read every section. */
const [house] = truth.addresses
const { portSerrin, nevrin } = truth.towns
const questions = [
  ['search', { text: `${house!.street} ${house!.number}, ${house!.city}` }],
  ['search', { text: nevrin.name }],
  ['search', { text: 'musuem' }],
  ['search', { text: 'gassa port' }],
  ['autocomplete', { text: 'v' }],
  ['reverse', { lat: portSerrin.lat, lon: portSerrin.lon, size: 5 }],
  ['reverse', { lat: portSerrin.lat, lon: portSerrin.lon, place_types: 'region,locality' }],
  ['place', { id: 'postcode:XCA:1130' }],
] as const

const home = mkdtempSync(join(tmpdir(), 'cairn-damaged-'))
let s3: TestS3
let storage: Storage
let pack: Uint8Array
let key: string
let caller: { accountId: string; keyId: string }
let whole: Answer[]

interface Answer {
  status: number
  charged: string
  body: unknown
}

beforeAll(async () => {
  const built = await openStorage({ CAIRN_HOME: inject('builtHome') })
  const build = (await readCurrentBuild(built, 'demo'))!
  // A bucket, because the store in a directory does not open a damaged file at all.
  s3 = await startS3()
  Object.assign(process.env, s3.env)
  storage = await openStorage(s3.env)
  await copyBuild(built, storage, 'demo', build)
  await publish(storage, 'demo', build)
  key = `datasets/demo/${build}/places.pack`
  pack = (await storage.get(key)).bytes.slice()
  const accounts = await openAccounts({ CAIRN_HOME: home })
  const secret = makeKey()
  const { accountId } = await accounts.createAccount({ balance: 1_000_000 })
  const hint = secret.slice(-4)
  const { keyId } = await accounts.addKey({ accountId, keySha256: hashKey(secret), hint })
  caller = { accountId, keyId }
  accounts.close()
  whole = await askAll()
})
afterAll(async () => {
  await s3.stop()
  rmSync(home, { recursive: true })
})

/** Sends all questions to a new environment, one after the other. */
async function askAll(): Promise<Answer[]> {
  const environment = new FunctionEnvironment({
    ...s3.env,
    CAIRN_HOME: home,
    REGION: 'demo',
    POWERTOOLS_METRICS_DISABLED: 'true',
  })
  try {
    const answers: Answer[] = []
    for (const [name, parameters] of questions) {
      const query = Object.fromEntries(
        Object.entries(parameters).map(([name, value]) => [name, [String(value)]]),
      )
      const event = proxyEvent({ method: 'GET', query, caller })
      const { statusCode, headers, body } = await environment.call(name, event)
      const charged = String(headers?.['x-charged'])
      answers.push({ status: statusCode, charged, body: JSON.parse(body) })
    }
    return answers
  } finally {
    await environment.stop()
  }
}

describe('places.pack with flipped bits', () => {
  test('answers every question with 200 while it is undamaged', () => {
    expect(whole.map(({ status }) => status)).toEqual(questions.map(() => 200))
    for (const { body } of whole) expect(body).not.toMatchObject({ results: [] })
  })

  test.each(sectionNames)(
    'answers 503 without a charge, or the undamaged answer, when the flipped bits are in %s',
    async (section) => {
      const { offset, length } = decodeHeader(pack).sections[section]
      const damaged = pack.slice()
      // Close enough to hit any part of the section that a question reads.
      for (let at = offset; at < offset + length; at += 32) damaged[at]! ^= 4
      await storage.put(key, damaged)
      const answers = await askAll()
      const refused = answers.filter(({ status }) => status === 503)
      expect(refused.length).toBeGreaterThan(0)
      for (const [i, answer] of answers.entries()) {
        if (answer.status !== 503) expect(answer).toEqual(whole[i])
        else {
          expect(answer).toEqual({
            status: 503,
            charged: '0.00',
            body: { error: 'service_unavailable', message: 'The index of places is damaged.' },
          })
        }
      }
      await storage.put(key, pack)
    },
  )

  test('returns the undamaged answers once it is restored', async () => {
    expect(await askAll()).toEqual(whole)
  })
})
