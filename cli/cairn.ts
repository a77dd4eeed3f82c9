import { readFileSync } from 'node:fs'
import { cairnCommand } from '#platform/home'
import { type CommandEntry, type CommandLine, createProgram, run } from './base/index.ts'
import { loadCommandTable } from './command-table.ts'

const commands: Readonly<Record<string, CommandEntry>> = {
  ...(await loadCommandTable()),
  completion: {
    summary: 'Prints a script that completes this command in a shell.',
    load: async () => {
      const { createCompletion } = await import('./completion.ts')
      return { commandLine: createCompletion(commands) }
    },
  },
}
const [name = '', ...args] = process.argv.slice(2)
if (Object.hasOwn(commands, name)) await start(commands[name]!)
else await run(createOverview())

async function start(entry: CommandEntry): Promise<void> {
  if (entry.load) await run((await entry.load()).commandLine, args, `${cairnCommand} ${name}`)
  else await entry.start!(args)
}

/** Creates the program that handles all input except a known command: help, version and typing errors. */
function createOverview(): CommandLine {
  const file = new URL('../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(file, 'utf8')) as { version: string }
  const program = createProgram('cairn', 'Terrain-aware routing, geocoding and prediction.')
    .name(cairnCommand)
    .version(version)
    .addHelpText('after', `\n"${cairnCommand} COMMAND --help" explains a command.`)
  for (const [command, { summary }] of Object.entries(commands))
    program.command(command).description(summary)
  return { name: 'cairn', program }
}
