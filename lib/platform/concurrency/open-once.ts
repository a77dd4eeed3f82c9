interface Closable {
  close(): void
}

/** Opens a resource once per location; all callers share it until it is closed. */
export class OpenOnce<T extends Closable> {
  readonly #opened = new Map<string, Promise<T>>()

  /**
   * Returns the resource at this location. The first call opens it, and so does the next one after a failure or
   * `close`.
   *
   * @throws whatever `open` throws.
   */
  open<Opened extends T>(place: string, open: () => Promise<Opened>): Promise<Opened> {
    // A location always has the same kind of resource.
    const known = this.#opened.get(place) as Promise<Opened> | undefined
    if (known) return known
    const forget = (): void => {
      // Closing the old resource again leaves the new one shared.
      if (this.#opened.get(place) === opening) this.#opened.delete(place)
    }
    const opening = open().then((resource) => {
      const close = resource.close.bind(resource)
      return Object.assign(resource, {
        close() {
          forget()
          close()
        },
      })
    })
    this.#opened.set(place, opening)
    opening.catch(forget)
    return opening
  }
}
