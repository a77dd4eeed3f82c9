import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** Unanswered requests of each connection. A client may send several at once (pipelining). */
export class OpenRequests {
  readonly #bySocket = new WeakMap<Duplex, Set<IncomingMessage>>()
  readonly #closing = new WeakSet<Duplex>()
  readonly #exempt = new WeakSet<Duplex>()

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const requests = this.#bySocket.get(socket) ?? new Set()
    this.#bySocket.set(socket, requests.add(request))
    response.once('close', () => {
      requests.delete(request)
      if (this.#closing.has(socket) && !this.hasComplete(socket)) socket.destroySoon()
    })
  }

  /** Lets a request take longer than others to arrive, until the returned function is called. */
  exempt({ socket }: IncomingMessage): () => void {
    this.#exempt.add(socket)
    return () => this.#exempt.delete(socket)
  }

  isExempt(socket: Duplex): boolean {
    return this.#exempt.has(socket)
  }

  /** Whether a completely received request waits for its answer. */
  hasComplete(socket: Duplex): boolean {
    return [...(this.#bySocket.get(socket) ?? [])].some(({ complete }) => complete)
  }

  /** Closes the connection after the answers to all complete requests. */
  closeAfterLast(socket: Duplex): void {
    this.#closing.add(socket)
  }

  /** Whether the connection is about to close and only one answer is left to send. */
  isLast(socket: Duplex): boolean {
    if (!this.#closing.has(socket)) return false
    return [...(this.#bySocket.get(socket) ?? [])].filter(({ complete }) => complete).length === 1
  }
}
