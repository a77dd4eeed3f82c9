import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tileIdOf, tileName } from '../tile-archive/index.ts'

/**
 * The engine compares the checksum of what it fetches with that of `id.txt`: eight bytes where the header of a tile
 * has a hash of the data set (baldr/graphtileheader.h), which it also looks for in a compressed tile.
 */
const checksumOffset = 88
const checksum = 1n
const faultChecksum = 2n

/** Of gzip (RFC 1952): the fixed header, the flag of an extra field in its fourth byte, and the size of that field. */
const gzipHeaderBytes = 10
const extraFlag = 4
const extraSizeBytes = 2

/**
 * An answer that ends the engine's call with "Remote tar file has changed" (446), because it has another checksum.
 * Any answer that is not 2xx would let the engine believe, for as long as it lives, that there is no such tile, and a
 * fault would become "no road".
 */
const fault = gzipHeader(Buffer.alloc(gzipHeaderBytes), faultChecksum)

export interface TileProxy {
  /** For `mjolnir.tile_url`. */
  url: string
  /** For `id.txt` in `mjolnir.tile_dir`, where the engine looks the checksum up. */
  idFile: string
  close(): void
}

/**
 * Serves tiles to the engine of this process by HTTP on the loopback interface. 404 is for tiles that really
 * do not exist, and final. A rejection of `tile` ends the engine's call and leaves the tile to be asked for
 * again.
 *
 * @param tile A tile by gzip; undefined where there is none.
 */
export async function startTileProxy(
  tile: (id: number) => Promise<Buffer> | undefined,
): Promise<TileProxy> {
  bypassSystemProxy()
  const server = createServer((request, response) => {
    const path = (request.url ?? '').slice(1)
    const id = tileIdOf(path)
    const found = path === tileNameOrNone(id) ? tile(id) : undefined
    if (!found) answer(response, 404, Buffer.alloc(0))
    else {
      found.then(
        (bytes) => answer(response, 200, withChecksum(bytes)),
        () => answer(response, 200, fault),
      )
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // The engine's process may end while the proxy listens.
  server.unref()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{tilePath}`
  return { url, idFile: `${url}\n${checksum}\n`, close: () => void server.close() }
}

function answer(response: ServerResponse, status: number, body: Buffer): void {
  // A connection kept through a freeze of the function would be found dead.
  response.writeHead(status, { 'content-length': body.length, connection: 'close' }).end(body)
}

/** A gzip file with the checksum in an extra field of its header, which a reader skips. */
function withChecksum(file: Buffer): Buffer {
  const body = file.subarray(gzipHeaderBytes)
  return Buffer.concat([gzipHeader(file.subarray(0, gzipHeaderBytes), checksum), body])
}

function gzipHeader(fixed: Buffer, checksum: bigint): Buffer {
  const header = Buffer.alloc(checksumOffset + 8)
  fixed.copy(header)
  header[3]! |= extraFlag
  const from = gzipHeaderBytes + extraSizeBytes
  header.writeUInt16LE(header.length - from, gzipHeaderBytes)
  header.writeBigUInt64LE(checksum, checksumOffset)
  return header
}

function tileNameOrNone(id: number): string | undefined {
  return (id & 7) <= 2 ? tileName(id) : undefined
}

/** The engine's HTTP client takes its proxy from the environment, and must not take it for the loopback address. */
function bypassSystemProxy(): void {
  const { http_proxy, all_proxy, ALL_PROXY, no_proxy = '' } = process.env
  if (!http_proxy && !all_proxy && !ALL_PROXY) return
  if (no_proxy.split(',').includes('127.0.0.1')) return
  process.env.no_proxy = no_proxy ? `${no_proxy},127.0.0.1` : '127.0.0.1'
}
