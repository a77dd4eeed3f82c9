import { serve } from './serve.ts'
import { readSettings, UsageError } from './settings.ts'

try {
  const settings = readSettings(process.argv.slice(2), process.env)
  if (settings === 'help') process.exit(0)
  await serve(settings)
} catch (error) {
  console.error((error as Error).message)
  process.exit(error instanceof UsageError ? 2 : 1)
}
