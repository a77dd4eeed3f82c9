import { InvalidArgumentError } from 'commander'
import { serveConsole } from '../infra/local/site/console-server.ts'
import { addExamples, type CommandLine, createProgram, run } from './base/index.ts'
import { findConsole, type WantedConsole } from './console/find-console.ts'
import { createForwarder } from './console/forward.ts'

const program = createProgram(
  'console',
  'Shows the console of a deployment that has one (-c console=true): accounts, keys, balances, usage and jobs. ' +
    'The page is served on this machine alone; its calls are signed with your AWS credentials, which are found ' +
    'as by the AWS command line (AWS_PROFILE, AWS_ACCESS_KEY_ID, single sign-on).',
)
  .option('--stack <name>', 'the stack of the API, as deployed (default: Cairn-api)')
  .option('--url <url>', 'address of the console, its output ConsoleUrl, in place of --stack')
  .option('--region <name>', 'AWS region (default: of the address, or of the environment)')
  .option('--port <n>', 'port on this machine; 0 is any free one', parsePort, 3001)
  .action(showConsole)
addExamples(program, '', '--stack Staging-api --region eu-central-1')

async function showConsole({ port, ...wanted }: WantedConsole & { port: number }): Promise<void> {
  const act = createForwarder(await findConsole(wanted))
  // Reports missing permissions now instead of in the page.
  const { place } = (await act({ action: 'about', body: '{}' })) as { place: string }
  const { address, stop } = await serveConsole({ act, port })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  console.log(`Console of ${place}, until Ctrl-C:\n${address}`)
}

function parsePort(text: string): number {
  const port = Number(text)
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port
  throw new InvalidArgumentError('Expected 0 to 65535.')
}

export const commandLine: CommandLine = { name: 'console', program }
if (import.meta.main) await run(commandLine)
