import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { logger } from '#platform/api'

const key = 'SECRET-KEY'

/** Requests to a stand-in for AWS Secrets Manager on loopback. */
const asked: Record<string, unknown>[] = []
let answer: { status: number; body: object }
let server: Server
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    const target = request.headers['x-amz-target']
    asked.push({ target, ...JSON.parse(Buffer.concat(chunks).toString()) })
    response.writeHead(answer.status, { 'content-type': 'application/x-amz-json-1.1' })
    response.end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => server.close())

beforeEach(() => {
  asked.length = 0
  answer = { status: 200, body: { SecretString: `https://weather.invalid?apikey=${key}` } }
  const { port } = server.address() as AddressInfo
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', `http://127.0.0.1:${port}`)
  vi.stubEnv('AWS_REGION', 'eu-central-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'nobody')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'nothing')
  vi.stubEnv('CAIRN_WEATHER_SECRET', 'cairn/weather')
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

/** Imports the module as in a new environment. */
const environment = async () => await import('../../../functions/predict/prediction-weather.ts')

describe('the weather of predictions, with its addresses in a secret', () => {
  test('is opened with a single read of the secret, also by concurrent callers', async () => {
    const { openPredictionWeather } = await environment()
    const sources = await Promise.all([openPredictionWeather(), openPredictionWeather()])
    sources.push(await openPredictionWeather())
    expect(new Set(sources).size).toBe(1)
    expect(asked).toEqual([{ target: 'secretsmanager.GetSecretValue', SecretId: 'cairn/weather' }])
  })

  test('is switched off by a secret of "off"', async () => {
    answer = { status: 200, body: { SecretString: 'off' } }
    const source = await (await environment()).openPredictionWeather()
    expect(source.attribution).toBeUndefined()
  })

  test('fails while the secret cannot be read, and recovers afterwards', async () => {
    answer = { status: 400, body: { __type: 'ResourceNotFoundException', message: 'none' } }
    const { openPredictionWeather } = await environment()
    await expect(openPredictionWeather()).rejects.toThrow('none')
    answer = { status: 200, body: { SecretString: 'https://weather.invalid' } }
    expect((await openPredictionWeather()).attribution).toContain('Open-Meteo')
  })

  test.each([`${key} with blanks`, `ftp://weather.invalid?apikey=${key}`, ''])(
    'is refused without repeating the secret "%s"',
    async (SecretString) => {
      answer = { status: 200, body: { SecretString } }
      const refused = (await environment()).openPredictionWeather()
      const error = (await refused.catch((error: unknown) => error)) as Error
      expect(error).toBeInstanceOf(Error)
      expect(`${error.stack} ${JSON.stringify(error)}`).not.toContain(key)
    },
  )

  test('never writes its key to the log', async () => {
    const lines: unknown[] = []
    for (const level of ['debug', 'info', 'warn', 'error'] as const) {
      vi.spyOn(logger, level).mockImplementation((...line) => void lines.push(line))
    }
    const source = await (await environment()).openPredictionWeather()
    expect(await source.at({ lat: 1, lon: 1 }, new Date())).toBeUndefined()
    expect(lines.map((line) => JSON.stringify(line, errorsToo)).join()).not.toContain(key)
  })
})

/** Serialises errors with their message and cause, which JSON omits. */
function errorsToo(_: string, value: unknown): unknown {
  if (!(value instanceof Error)) return value
  return { message: value.message, stack: value.stack, cause: value.cause }
}
