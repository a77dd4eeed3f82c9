import { Argument, type Command } from 'commander'
import { addExamples, type CommandEntry, type CommandLine, createProgram } from './base/index.ts'
import { bashScript, fishScript, type WordsOf, zshScript } from './completion/scripts.ts'

/** The command that prints the completion of these commands. */
export function completionOf(commands: Readonly<Record<string, CommandEntry>>): CommandLine {
  const program = createProgram(
    'completion',
    'Prints a script that completes the cairn command in a shell.',
  )
    .addArgument(new Argument('<shell>', 'the shell').choices(['bash', 'zsh', 'fish']))
    .action(async (shell: 'bash' | 'zsh' | 'fish') => {
      const print = { bash: bashScript, zsh: zshScript, fish: fishScript }[shell]
      console.log(print(await wordsOf(Object.entries(commands))))
    })
  addExamples(program, 'bash >> ~/.bashrc', 'fish > ~/.config/fish/completions/cairn.fish')
  return { name: 'completion', program }
}

/** What may follow each beginning of a command line: '' is the command itself, 'region build' one of its commands. */
async function wordsOf(commands: readonly [string, CommandEntry][]): Promise<WordsOf> {
  const found: Record<string, readonly string[]> = {
    '': [...commands.map(([name]) => name), '--help', '--version'],
  }
  for (const [name, entry] of commands) Object.assign(found, await wordsOfCommand(name, entry))
  return found
}

async function wordsOfCommand(name: string, { load, options }: CommandEntry): Promise<WordsOf> {
  if (!load) return { [name]: (await options?.()) ?? [] }
  const { commandLine } = await load()
  const { commands } = commandLine.program
  return {
    [name]: [...commands.map((command) => command.name()), ...optionsOf(commandLine.program)],
    ...Object.fromEntries(
      commands.map((command) => [`${name} ${command.name()}`, optionsOf(command)]),
    ),
  }
}

function optionsOf(command: Command): string[] {
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  return [...choices, ...command.options.flatMap(({ long }) => long ?? []), '--help']
}
