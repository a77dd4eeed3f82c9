import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import type { createServer } from 'node:http'
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createGateway } from '../../../../infra/local/gateway.ts'
import {
  type Connection,
  findPeerUid,
  findUid,
  isOwnersProgram,
} from '../../../../infra/local/site/peer-owner.ts'
import { SessionRoute } from '../../../../infra/local/site/session-route.ts'

const isLinux = process.platform === 'linux'
const isRoot = process.getuid?.() === 0

/** Lines as Linux prints them for a connection of port 51234 (0xC822) to port 3000 (0x0BB8). */
const heading = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid'
const listed = (from: string, to: string, uid: number, state = '01') =>
  `   1: ${from} ${to} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 81234 1 0 20 4 24 10 -1`
const peerEnd = '0100007F:C822'
const ownEnd = '0100007F:0BB8'
const connection: Connection = {
  localAddress: '127.0.0.1',
  localPort: 3000,
  remoteAddress: '127.0.0.1',
  remotePort: 51234,
}
const uidIn = (...lines: string[]) => findUid([heading, ...lines, ''].join('\n'), connection)

describe('the user of the program at the other end', () => {
  test('comes from its own socket, not from the server’s', () => {
    expect(uidIn(listed(ownEnd, peerEnd, 1000), listed(peerEnd, ownEnd, 1001))).toBe(1001)
  })

  test('is found for an IPv6 socket that uses IPv4', () => {
    const mapped = (end: string) => `0000000000000000FFFF0000${end}`
    expect(uidIn(listed(mapped(peerEnd), mapped(ownEnd), 1002))).toBe(1002)
  })

  test.each([
    ['another port', '0100007F:C823', ownEnd, '01'],
    ['another server', peerEnd, '0100007F:0BB9', '01'],
    ['another address', '0200007F:C822', ownEnd, '01'],
    // The program has closed the socket, and Linux prints user 0.
    ['a closed socket', peerEnd, ownEnd, '05'],
    ['a socket that waits for its end', peerEnd, ownEnd, '06'],
  ])('is not taken from %s', (_, from, to, state) => {
    expect(uidIn(listed(from, to, 0, state))).toBeUndefined()
  })

  test('is unknown for an address outside this machine', () => {
    const outside = { ...connection, remoteAddress: '203.0.113.7' }
    expect(findUid([heading, listed(peerEnd, ownEnd, 0)].join('\n'), outside)).toBeUndefined()
  })

  test.runIf(isLinux)('is this user for a connection within this process', async () => {
    const server = createTcpServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
    const [accepted] = (await once(server, 'connection')) as [Socket]
    expect(await findPeerUid(accepted)).toBe(process.getuid?.())
    expect(await isOwnersProgram(accepted)).toBe(true)
    client.destroy()
    accepted.destroy()
    server.close()
  })
})

describe('the session', () => {
  const key = 'sk_live_of_the_demo'
  let server: ReturnType<typeof createServer>
  let url: string

  beforeAll(async () => {
    const session = new SessionRoute(() => key)
    const call = () => Promise.reject(new Error('there are no operations'))
    server = createGateway({ routes: [], pages: {}, call, site: session })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/map/session.json`
  })
  afterAll(() => server.close())

  /** Returns the answer to another program of this machine that sends the headers of the page. */
  async function answerTo(uid: number | undefined): Promise<unknown> {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-caller-'))
    chmodSync(folder, 0o755)
    const program = join(folder, 'caller.mjs')
    writeFileSync(
      program,
      `if (${uid} !== undefined) process.setuid(${uid})
      const { request } = await import('node:http')
      request(${JSON.stringify(url)}, { headers: { 'sec-fetch-site': 'same-origin' } }, async (response) => {
        for await (const chunk of response) process.stdout.write(chunk)
      }).end()`,
    )
    const { stdout } = await promisify(execFile)(process.execPath, [program])
    return JSON.parse(stdout)
  }

  test('returns the key to a program of the owner', async () => {
    expect(await answerTo(undefined)).toEqual({ key })
  })

  test.runIf(isLinux && isRoot)('returns no key to a program of another user', async () => {
    expect(await answerTo(65534)).toEqual({ key: null })
  })
})
