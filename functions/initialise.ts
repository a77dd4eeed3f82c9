import { openAccounts, openLedger } from '../lib/accounts/index.ts'
import { logger } from '../lib/api/index.ts'
import type { FunctionKind } from './deployed.ts'

/** The platform starts an initialisation anew, and bills it, when it takes longer than 10 s. */
const limitMs = 8000

/**
 * Opens what a function works with before its first call, while the platform lends a new environment a
 * whole processor. Nothing is lost when it fails or takes too long: that is one line in the log, and
 * the first call opens what is missing.
 */
export async function initialise(kind: FunctionKind, handler: object): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done in ${limitMs} ms`)), limitMs)
  })
  try {
    await Promise.race([Promise.all([warm(handler), connect(kind)]), late])
  } catch (error) {
    logger.warn('initialisation left to the first call', { error: error as Error })
  } finally {
    clearTimeout(timer)
  }
}

async function warm(handler: object): Promise<void> {
  if ('warm' in handler && typeof handler.warm === 'function') await handler.warm()
}

async function connect(kind: FunctionKind): Promise<void> {
  if (kind === 'ledger') await openLedger()
  if (kind !== 'operation' && kind !== 'authorizer') return
  const accounts = await openAccounts()
  // The first request to a table pays for credentials, name and TLS: let it be one for nobody's account.
  await accounts.getAccount('initialisation')
}
