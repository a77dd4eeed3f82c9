import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import { type Duplex, pipeline, type Readable } from 'node:stream'
import type { APIGatewayProxyResult } from 'aws-lambda'
import { renderGatewayResponse } from './invoke.ts'
import { answerTo, toGatewayRefusal } from './refusals.ts'

/** An answer. For a file, a stream replaces the body. */
export type Answer = APIGatewayProxyResult & { stream?: Readable; lengthBytes?: number }

export const closing = { connection: 'close' }

/** Milliseconds that a refused client gets to read the answer. */
const lingerMs = 2000

/** Writes the refusal to the socket and closes it. A connection that sent nothing gets no answer. */
export function refuseRaw(socket: Duplex & { bytesRead?: number }, code: string | undefined): void {
  if (socket.bytesRead === 0) {
    socket.destroy()
    return
  }
  const result = answerTo(toGatewayRefusal(code), randomUUID(), closing)
  const body = Buffer.from(result.body)
  const lines = Object.entries({ ...result.headers, 'content-length': body.length }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  const status = `${result.statusCode} ${STATUS_CODES[result.statusCode]}`
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('\r\n')}\r\n\r\n${result.body}`)
  setTimeout(() => socket.destroy(), lingerMs).unref()
}

/** Sends the answer and returns its status: 500 when HTTP cannot carry the function's result. */
export function write(response: ServerResponse, result: Answer): number {
  const body = Buffer.from(result.body, result.isBase64Encoded ? 'base64' : 'utf8')
  const length = result.lengthBytes ?? body.length
  try {
    response.writeHead(result.statusCode, {
      ...(result.headers as Record<string, string>),
      ...(![204, 304].includes(result.statusCode) && { 'content-length': length }),
    })
  } catch {
    result.stream?.destroy()
    const fault = renderGatewayResponse('DEFAULT_5XX', { requestId: randomUUID() }, closing)
    response.writeHead(fault.statusCode, fault.headers as Record<string, string>)
    response.end(fault.body)
    return fault.statusCode
  }
  // A reader that hangs up ends the stream too.
  if (result.stream) pipeline(result.stream, response, () => {})
  else response.end(isHead(response) ? undefined : body)
  return result.statusCode
}

const isHead = ({ req }: ServerResponse): boolean => req.method === 'HEAD'

export function withHeader<A extends Answer>(result: A, name: string, value: string): A {
  return { ...result, headers: { ...result.headers, [name]: value } }
}
