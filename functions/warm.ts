import { openAccounts, openLedger } from '#platform/accounts'
import { logger } from '#platform/api'
import type { FunctionKind } from './deployed.ts'

/**
 * Time limit of the warm-up, ms. The platform restarts an initialisation, and bills it, when it takes longer than 10
 * s.
 */
const limitMs = 8000

type WarmableHandler = ((...args: never[]) => unknown) & { warm?: () => Promise<unknown> }

/**
 * Warms a function before its first call, while the platform lends a new environment a whole processor. Opens its
 * account store or ledger, and the resources that its handler's own `warm` opens. A failure or a timeout is one line
 * in the log; the first call opens the missing resources.
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
  // The first request to a table bears the cost of credentials, DNS and TLS. This account does not exist.
  await accounts.getAccount('initialisation')
}
