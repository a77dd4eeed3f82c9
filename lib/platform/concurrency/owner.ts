import { AsyncLocalStorage } from 'node:async_hooks'

const owners = new AsyncLocalStorage<string>()

/** Runs work on behalf of an account, so that the queues of this module share their capacity between accounts. */
export function runOnBehalf<T>(owner: string, work: () => T): T {
  return owners.run(owner, work)
}

/** Returns the owner of the running work; all work without an owner shares one. */
export function readOwner(): string {
  return owners.getStore() ?? ''
}
