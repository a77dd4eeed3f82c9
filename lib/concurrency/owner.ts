import { AsyncLocalStorage } from 'node:async_hooks'

const owners = new AsyncLocalStorage<string>()

/** Runs work on behalf of an account: where callers wait, accounts take turns. */
export function onBehalfOf<T>(owner: string, work: () => T): T {
  return owners.run(owner, work)
}

/** On whose behalf this runs; all work without an owner counts as one owner's. */
export function currentOwner(): string {
  return owners.getStore() ?? ''
}
