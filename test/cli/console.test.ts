import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { findConsole } from '../../cli/console/find-console.ts'
import { createForwarder } from '../../cli/console/forward.ts'
import { type CommandOptions, useDeployedConsole } from '../fixtures/console-command.ts'
import { operatorCredentials } from '../fixtures/deployed-console.ts'

const operator = useDeployedConsole()

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Starts a server that sends the same answer to every request, or none. */
async function answering(status: number, body: string, headers = {}): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once('end', () => {
      if (status === 0) request.socket.destroy()
      else response.writeHead(status, headers).end(body)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Runs the command to its end and returns the printed lines. */
async function failing(options: CommandOptions) {
  const { child, output } = operator.command(options)
  const [code] = await once(child, 'close')
  return { code, ...output() }
}

const stackXml = (outputs: string) => `<DescribeStacksResponse><DescribeStacksResult><Stacks>
  <member><StackName>S-api</StackName><StackStatus>CREATE_COMPLETE</StackStatus>
  <CreationTime>2026-01-01T00:00:00Z</CreationTime><Outputs>${outputs}</Outputs></member>
  </Stacks></DescribeStacksResult></DescribeStacksResponse>`
const outputXml = (name: string, value: string) =>
  `<member><OutputKey>${name}</OutputKey><OutputValue>${value}</OutputValue></member>`
const faultXml = (code: string, message: string) =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`

describe('npm run console', () => {
  test('serves the page on this machine, and signs its actions at the deployment', async () => {
    const { child, output, address } = operator.command()
    const { origin, hash } = new URL(await address)
    expect(origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect((await fetch(`${origin}/console`)).headers.get('content-type')).toMatch('text/html')
    const ask = async (action: string, input: unknown, headers: Record<string, string> = {}) => {
      const own = { origin, authorization: `Bearer ${hash.replace('#token=', '')}` }
      const response = await fetch(`${origin}/console/api/${action}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...own, ...headers },
        body: JSON.stringify(input),
      })
      return { status: response.status, json: (await response.json()) as Record<string, unknown> }
    }
    const created = await ask('create-key', { account_id: 'acme', balance_usd: '5.00' })
    expect(created).toMatchObject({ status: 200, json: { balance_usd: '5.00' } })
    expect(await operator.deployed.stores.accounts.getAccount('acme')).toMatchObject({
      balance: 5_000_000,
    })
    expect(await ask('account', { account_id: 'nobody' })).toMatchObject({
      status: 404,
      json: { error: 'not_found', message: expect.stringContaining('nobody') },
    })
    const wrong = await ask('top-up', { account_id: 'acme', amount_usd: '-1' })
    expect(wrong).toMatchObject({ status: 400, json: { error: 'bad_request' } })

    const before = operator.functionUrl.paths.length
    expect((await ask('..%2f..%2fx', {})).status).toBe(404)
    expect((await ask('accounts', {}, { authorization: 'Bearer x' })).status).toBe(401)
    expect((await ask('accounts', {}, { origin: 'https://example.com' })).status).toBe(403)
    expect((await fetch(`${origin}/docs`)).status).toBe(404)
    expect(operator.functionUrl.paths.length).toBe(before)

    child.kill('SIGTERM')
    expect((await once(child, 'close'))[0]).toBe(0)
    const { stdout, stderr } = output()
    expect(stderr).toBe('')
    expect(stdout).toMatch(/^Console of Test in eu-central-1, until Ctrl-C:\n\S+\n$/)
    expect(stdout).not.toContain(String(created.json.key))
  })

  test('finds the address of the console in the outputs of its stack', async () => {
    const url = await answering(200, stackXml(outputXml('ConsoleUrl', operator.functionUrl.url)))
    const { address } = operator.command({
      args: ['--stack', 'S-api'],
      env: { ...operatorCredentials, AWS_ENDPOINT_URL_CLOUDFORMATION: url },
    })
    expect(await address).toContain('/console#token=')
  })

  test('reports missing credentials, and how to get some', async () => {
    const { code, stdout, stderr } = await failing({ env: {} })
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^console: There are no AWS credentials \(.+\): set AWS_PROFILE, .+\n$/)
  })

  test('reports the required permissions when the credentials are refused', async () => {
    const { code, stderr } = await failing({
      env: { ...operatorCredentials, AWS_SECRET_ACCESS_KEY: 'another' },
    })
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^console: AWS refused the call \(Forbidden\)\. .+InvokeFunctionUrl.+\n$/,
    )
  })

  test.each([
    {
      name: 'unknown',
      status: 400,
      xml: faultXml('ValidationError', 'Stack with id S-api does not exist'),
      sentence: /no stack S-api in eu-/,
    },
    {
      name: 'hidden from these credentials',
      status: 403,
      xml: faultXml('AccessDenied', 'not authorized'),
      sentence: /cannot be looked up: not authorized .+--url/,
    },
    {
      name: 'without a console',
      status: 200,
      xml: stackXml(outputXml('Url', 'https://x')),
      sentence: /S-api in eu-central-1 has no console: deploy/,
    },
  ])('reports that a stack is $name', async ({ status, xml, sentence }) => {
    const url = await answering(status, xml, { 'content-type': 'text/xml' })
    const env = { ...operatorCredentials, AWS_ENDPOINT_URL_CLOUDFORMATION: url }
    const { code, stderr } = await failing({ args: ['--stack', 'S-api'], env })
    expect(code).toBe(1)
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })

  test.each([
    [['--url', 'http://example.org/'], /is no https:\/\/ address/],
    [['--url', 'nonsense'], /is no https:\/\/ address/],
    [['--url', 'https://x', '--stack', 'y'], /cannot be given both/],
    [['--port', '70000'], /Expected 0 to 65535/],
  ])('refuses %j as wrong usage', async (args, sentence) => {
    const { code, stdout, stderr } = await failing({ args })
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(sentence)
  })
})

describe('an action at a deployment', () => {
  const at = (url: string) =>
    createForwarder({
      url: new URL(url),
      region: 'eu-central-1',
      credentials: async () => ({ accessKeyId: 'A', secretAccessKey: 's' }),
    })
  const topUp = { action: 'top-up', body: '{}' }

  test.each([
    [502, '{"Message":"Internal Server Error"}', /answered 502 \(Internal.+It may have been done/],
    [504, 'late', /answered 504 \(late\)\. It may have been done/],
    [200, 'a page', /answered 200 \(a page\)/],
    [404, '{"Message":null}', /no console at this address/],
    [0, '', /does not answer \(.+\)\. It may have been done/],
  ])(
    'is not repeated after the answer %i %s, and its error reports the answer',
    async (status, body, sentence) => {
      const url = await answering(status, body)
      let calls = 0
      servers[0]!.on('request', () => calls++)
      await expect(at(url)(topUp)).rejects.toThrow(sentence)
      expect(calls).toBe(1)
    },
  )

  test('does not follow a redirect', async () => {
    const url = await answering(307, '', { location: operator.functionUrl.url })
    await expect(at(url)(topUp)).rejects.toThrow(/does not answer/)
  })

  test('is not sent when it is unknown', async () => {
    const url = await answering(200, '{}')
    let calls = 0
    servers[0]!.on('request', () => calls++)
    await expect(at(url)({ action: '/evil.example/', body: '{}' })).rejects.toThrow('No such path.')
    expect(calls).toBe(0)
  })

  test('takes its AWS region from the address', async () => {
    process.env.AWS_ACCESS_KEY_ID = 'A'
    process.env.AWS_SECRET_ACCESS_KEY = 's'
    const url = 'https://abc.lambda-url.eu-north-1.on.aws/'
    expect(await findConsole({ url })).toMatchObject({ region: 'eu-north-1', url: new URL(url) })
  })
})
