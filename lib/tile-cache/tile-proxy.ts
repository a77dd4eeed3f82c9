import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tileIdOf, tileName } from '../tile-archive/index.ts'

/** In a tile's header (baldr/graphtileheader.h): a hash of the data set, and the header's length. */
const checksumOffset = 88
const headerBytes = 272

/** The checksum of all tiles of the proxy, and the one of none. */
const checksum = 1n
const faultChecksum = 2n

/**
 * An answer that ends the engine's call with "Remote tar file has changed" (446), because its checksum is
 * another than that of `id.txt`. Any answer that is not 2xx would let the engine believe, for as long as it
 * lives, that there is no such tile, and a fault would become "no road".
 */
const fault = Buffer.alloc(headerBytes)
fault.writeBigUInt64LE(faultChecksum, checksumOffset)

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
 * @param tile The bytes of a tile, which are changed; undefined where there is none.
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
        (bytes) => {
          bytes.writeBigUInt64LE(checksum, checksumOffset)
          answer(response, 200, bytes)
        },
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
