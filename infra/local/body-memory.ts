/** First bytes of each body, which are not counted. Bodies up to this size, nearly all, never wait. */
const uncountedBytes = 64 * 1024

/** Share of one request body in a {@link BodyMemory}. */
export interface BodyShare {
  receivedBytes: number
  countedBytes: number
  /** Whether the body has been received in full: it needs no more room and is released after its call. */
  isComplete: boolean
  waiting?: { bytes: number; grant(isGranted: boolean): void }
}

/**
 * Bounds the memory that the bodies of all requests use together. A body that finds no room waits. If all bodies are
 * incomplete, none of them will free room, so the oldest continues: one body may exceed the bound.
 */
export class BodyMemory {
  readonly maxBytes: number
  #heldBytes = 0
  /** Shares of the open bodies, oldest first. */
  readonly #shares = new Set<BodyShare>()

  constructor(maxBytes: number) {
    this.maxBytes = maxBytes
  }

  /** Counted bytes in memory now. */
  get heldBytes(): number {
    return this.#heldBytes
  }

  open(): BodyShare {
    const share = { receivedBytes: 0, countedBytes: 0, isComplete: false }
    this.#shares.add(share)
    return share
  }

  /** Reserves room for more bytes of a body. Resolves to `false` when none becomes free within the wait. */
  grow(share: BodyShare, bytes: number, maxWaitMs: number): Promise<boolean> {
    const before = Math.max(0, share.receivedBytes - uncountedBytes)
    share.receivedBytes += bytes
    const counted = Math.max(0, share.receivedBytes - uncountedBytes) - before
    if (counted === 0) return Promise.resolve(true)
    return new Promise((resolve) => {
      let timer: NodeJS.Timeout | undefined
      const grant = (isGranted: boolean) => {
        clearTimeout(timer)
        delete share.waiting
        resolve(isGranted)
      }
      share.waiting = { bytes: counted, grant }
      this.#grantWaiting()
      // Usually the room is granted at once, so most chunks need no timer.
      if (share.waiting) timer = setTimeout(() => grant(false), maxWaitMs)
    })
  }

  release(share: BodyShare): void {
    if (!this.#shares.delete(share)) return
    share.waiting?.grant(false)
    this.#heldBytes -= share.countedBytes
    this.#grantWaiting()
  }

  #grantWaiting(): void {
    for (const share of this.#shares) {
      if (!share.waiting) continue
      const { bytes, grant } = share.waiting
      if (this.#heldBytes + bytes > this.maxBytes && !this.#mayExceed(share)) return
      this.#heldBytes += bytes
      share.countedBytes += bytes
      grant(true)
    }
  }

  #mayExceed(share: BodyShare): boolean {
    const [oldest] = this.#shares
    return share === oldest && ![...this.#shares].some(({ isComplete }) => isComplete)
  }
}
