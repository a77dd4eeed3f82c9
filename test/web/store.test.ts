import { afterEach, beforeEach, expect, test, vi } from 'vitest'

/** The parts of a page's address that the store uses. */
class Address extends EventTarget {
  location = { hash: '' }
  history = {
    replaceState: (_: null, __: string, hash: string) => {
      this.location.hash = hash
    },
  }

  /** Changes the address; the returned function sends the event, as a browser does later. */
  enter(hash: string): () => void {
    this.location.hash = hash
    return () => this.dispatchEvent(new Event('hashchange'))
  }
}

/** The page is compiled with the types of a browser, which tests do not have. */
const openPage = async (): Promise<{
  store: { get(): { view: string }; set(change: { view: string }): void }
}> => await import(['..', '..', 'web', 'page', 'store.ts'].join('/'))

let address: Address
beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  address = new Address()
  vi.stubGlobal('window', address)
  vi.stubGlobal('location', address.location)
  vi.stubGlobal('history', address.history)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the address and the state follow each other', async () => {
  const { store } = await openPage()
  store.set({ view: 'matrix' })
  vi.runAllTimers()
  expect(address.location.hash).toContain('view=matrix')
  address.enter('#view=isochrone')()
  expect(store.get().view).toBe('isochrone')
})

test('an address entered by the user prevails over a pending change of the page', async () => {
  const { store } = await openPage()
  store.set({ view: 'matrix' })
  const tell = address.enter('#view=isochrone')
  vi.runAllTimers()
  tell()
  expect(store.get().view).toBe('isochrone')
  vi.runAllTimers()
  expect(address.location.hash).toContain('view=isochrone')
  store.set({ view: 'matrix' })
  vi.runAllTimers()
  expect(address.location.hash).toContain('view=matrix')
})
