import { openAccounts, openLedger } from '#platform/accounts'
import { logger } from '#platform/api'
import type { FunctionKind } from './deployed.ts'

/** The platform starts an initialisation anew, and bills it, when it takes longer than 10 s. */
const limitMs = 8000

type WarmableHandler = ((...args: never[]) => unknown) & { warm?: () => Promise<unknown> }

/**
 * Warms a function before its first call, while the platform lends a new environment a whole processor:
 * opens its account store or ledger, and whatever its handler's own `warm` opens. A failure or a timeout
 * is one line in the log; the first call opens what is missing.
 */
export async function warm(kind: FunctionKind, handler: WarmableHandler): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${limitMs} ms`)), limitMs)
  })
  try {
    await Promise.race([Promise.all([handler.warm?.(), warmAccounts(kind)]), timeout])
  } catch (error) {
    logger.warn('initialisation left to the first call', { error: error as Error })
  } finally {
    clearTimeout(timer)
  }
}

async function warmAccounts(kind: FunctionKind): Promise<void> {
  if (kind === 'ledger') await openLedger()
  if (kind !== 'operation' && kind !== 'authorizer') return
  const accounts = await openAccounts()
  // The first request to a table pays for credentials, name and TLS. This account does not exist.
  await accounts.getAccount('initialisation')
}
