import { Argument, type Command } from 'commander'
import { addExamples, type CommandEntry, type CommandLine, createProgram } from './base/index.ts'
import {
  type NextWords,
  renderBashScript,
  renderFishScript,
  renderZshScript,
} from './completion/scripts.ts'

/** Creates the command that prints the completion of these commands. */
export function createCompletion(commands: Readonly<Record<string, CommandEntry>>): CommandLine {
  const program = createProgram(
    'completion',
    'Prints a script that completes the cairn command in a shell.',
  )
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const print = { bash: renderBashScript, zsh: renderZshScript, fish: renderFishScript }[shell]
      console.log(print(await collectWords(Object.entries(commands))))
    })
  addExamples(program, 'bash >> ~/.bashrc', 'fish > ~/.config/fish/completions/cairn.fish')
  return { name: 'completion', program }
}

/**
 * Collects the words that may follow each beginning of a command line: '' is the command itself, 'region build' a
 * subcommand.
 */
async function collectWords(commands: readonly [string, CommandEntry][]): Promise<NextWords> {
  const found: Record<string, readonly string[]> = {
    '': [...commands.map(([name]) => name), '--help', '--version'],
  }
  for (const [name, entry] of commands) Object.assign(found, await collectCommandWords(name, entry))
  return found
}

async function collectCommandWords(
  name: string,
  { load, options }: CommandEntry,
): Promise<NextWords> {
  if (!load) return { [name]: (await options?.()) ?? [] }
  const { commandLine } = await load()
  const { commands } = commandLine.program
  return {
    [name]: [...commands.map((command) => command.name()), ...listOptions(commandLine.program)],
    ...Object.fromEntries(
      commands.map((command) => [`${name} ${command.name()}`, listOptions(command)]),
    ),
  }
}

function listOptions(command: Command): string[] {
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  return [...choices, ...command.options.flatMap(({ long }) => long ?? []), '--help']
}
