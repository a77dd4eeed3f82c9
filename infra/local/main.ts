import { checkAccountsFile } from '../../lib/accounts/index.ts'
import { serve } from './serve.ts'
import { readSettings, UsageError } from './settings.ts'

try {
  const settings = readSettings(process.argv.slice(2), process.env)
  if (settings === 'help') process.exit(0)
  // Found later, the fault would be each worker's: no answer would say what to do.
  await checkAccountsFile({ ...process.env, CAIRN_HOME: settings.home })
  await serve(settings)
} catch (error) {
  console.error((error as Error).message)
  process.exit(error instanceof UsageError ? 2 : 1)
}
