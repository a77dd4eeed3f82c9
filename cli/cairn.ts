import { readFileSync } from 'node:fs'
import { cairnCommand } from '#platform/home'
import { type CommandEntry, type CommandLine, createProgram, run } from './base/index.ts'
import { commandTable } from './command-table.ts'

const commands: Readonly<Record<string, CommandEntry>> = {
  ...(await commandTable()),
  completion: {
    summary: 'Prints a script that completes this command in a shell.',
    load: async () => {
      const { completionOf } = await import('./completion.ts')
      return { commandLine: completionOf(commands) }
    },
  },
}
const [name = '', ...args] = process.argv.slice(2)
if (Object.hasOwn(commands, name)) await start(commands[name]!)
else await run(overview())

async function start(entry: CommandEntry): Promise<void> {
  if (entry.load) await run((await entry.load()).commandLine, args, `${cairnCommand} ${name}`)
  else await entry.start!(args)
}

/** The program for everything but a known command: help, version and typing errors. */
function overview(): CommandLine {
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
