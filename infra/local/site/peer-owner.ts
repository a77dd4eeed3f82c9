import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'

/** Ends of a connection, as in `Socket`. */
export type Connection = Pick<Socket, 'localAddress' | 'localPort' | 'remoteAddress' | 'remotePort'>

/** Files that list the connections in Linux. An IPv6 socket that uses IPv4 is in the second file. */
const listPaths = ['/proc/net/tcp', '/proc/net/tcp6']
const established = '01'

/** Loopback addresses as Linux prints them: words of four bytes, each from its last byte to its first. */
const mappedLoopback = ['0100007F', '0000000000000000FFFF00000100007F']
const printedAddresses: Readonly<Record<string, readonly string[]>> = {
  '127.0.0.1': mappedLoopback,
  '::ffff:127.0.0.1': mappedLoopback,
  '::1': ['00000000000000000000000001000000'],
}

/**
 * Returns the user id of the program at the other end of a connection within this machine, as Linux knows it;
 * undefined when it is not listed.
 */
export async function findPeerUid(connection: Connection): Promise<number | undefined> {
  for (const path of listPaths) {
    const list = await readFile(path, 'ascii').catch(() => '')
    const uid = findUid(list, connection)
    if (uid !== undefined) return uid
  }
  return undefined
}

/**
 * Finds the user id of the peer's socket in the text of `/proc/net/tcp` or `tcp6`. Only established connections
 * count: Linux prints user 0 for one that its program has closed.
 */
export function findUid(list: string, connection: Connection): number | undefined {
  const { localAddress = '', localPort, remoteAddress = '', remotePort } = connection
  const peer = printEnds(remoteAddress, remotePort)
  const own = printEnds(localAddress, localPort)
  for (const line of list.split('\n').slice(1)) {
    const [, from = '', to = '', state, , , , uid] = line.trim().split(/\s+/)
    if (state === established && peer.includes(from) && own.includes(to)) return Number(uid)
  }
  return undefined
}

function printEnds(address: string, port = 0): string[] {
  const printedPort = port.toString(16).toUpperCase().padStart(4, '0')
  return (printedAddresses[address] ?? []).map((printed) => `${printed}:${printedPort}`)
}

/**
 * Whether the program at the other end belongs to the server's own user or to the administrator. Only Linux can tell.
 */
export async function isOwnersProgram(connection: Connection): Promise<boolean> {
  const uid = await findPeerUid(connection)
  return uid !== undefined && (uid === 0 || uid === process.getuid?.())
}
