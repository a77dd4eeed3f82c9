import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { truth } from '../../demo-island/index.ts'
import { homeOver, startServer, type TestServer } from '../fixtures/server.ts'

const path = '/v1/predict'
const { lat, lon: lng } = truth.lakesideRoad.from
const body = (radius_m = 400) => ({
  profile: 'dementia_alzheimers',
  area: { type: 'circle', center: { lat, lng }, radius_m },
  params: { datetime: '2026-03-14T16:30:00+01:00', disableWeather: true },
})

let server: TestServer
let own: Awaited<ReturnType<TestServer['newKey']>>
const call = (sent: unknown) => server.post(path, sent, { 'x-api-key': own.key })

beforeAll(async () => {
  server = await startServer(homeOver(inject('builtHome')), { CAIRN_WORKERS: '1' })
  own = await server.newKey('0.05')
})
afterAll(async () => {
  await server.stop()
})

test('predictions need a grant, which takes effect, as its revocation does, on the next call', async () => {
  expect((await server.post(path, body())).status).toBe(401)
  const refused = await call(body())
  expect(refused.status).toBe(403)
  expect(refused.json).toEqual({
    error: 'forbidden',
    message: 'Access to predict is granted on request.',
  })
  expect(refused.headers.get('x-charged')).toBe('0.00')

  await server.keys('grant', 'predict', own.account_id)
  const answer = await call(body())
  expect(answer.status).toBe(200)
  expect(answer.json.results[0].score).toBe(30)
  expect(answer.headers.get('x-charged')).toBe('0.02')
  expect(answer.headers.get('x-balance')).toBe('0.03')

  const wrong = await call(body(6000))
  expect(wrong.status).toBe(400)
  expect(wrong.json.details).toEqual([{ path: 'area.radius_m', message: 'must be at most 5000' }])
  const elsewhere = await call({
    ...body(),
    area: { ...body().area, center: { lat: 0, lng: 0 } },
  })
  expect(elsewhere.json.error).toBe('area_outside_data')
  expect(elsewhere.headers.get('x-balance')).toBe('0.03')

  expect((await call(body())).status).toBe(200)
  // One cent is left, and a prediction costs two.
  expect((await call(body())).status).toBe(402)
  await server.keys('grant', 'predict', own.account_id, '--revoke')
  expect((await call(body())).status).toBe(403)

  const ledger = (await server.keys('ledger', own.account_id)) as unknown as {
    operation?: string
    amount_usd: string
  }[]
  const charged = ledger.filter(({ operation }) => operation === 'predict')
  expect(charged.map(({ amount_usd }) => Number(amount_usd))).toEqual([-0.02, -0.02])
})
