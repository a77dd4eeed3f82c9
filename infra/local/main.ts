import { checkJobsFile } from '#places/jobs'
import { checkAccountsFile } from '#platform/accounts'
import { keepHomePrivate } from '#platform/home'
import { serve } from './serve.ts'
import { readSettings, UsageError } from './settings.ts'

try {
  const settings = readSettings(process.argv.slice(2), process.env)
  if (settings === 'help') process.exit(0)
  keepHomePrivate(settings.home)
  // Checked before the workers start: an error in each of them would not name the remedy.
  const environment = { ...process.env, CAIRN_HOME: settings.home }
  await checkAccountsFile(environment)
  await checkJobsFile(environment)
  await serve(settings)
} catch (error) {
  console.error((error as Error).message)
  process.exit(error instanceof UsageError ? 2 : 1)
}
