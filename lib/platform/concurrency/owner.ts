import { AsyncLocalStorage } from 'node:async_hooks'

const owners = new AsyncLocalStorage<string>()

/** Runs work on behalf of an account: queues of this room share their capacity between accounts. */
export function onBehalfOf<T>(owner: string, work: () => T): T {
  return owners.run(owner, work)
}

/** The owner of the running work; all work without one has the same owner. */
export function currentOwner(): string {
  return owners.getStore() ?? ''
}
