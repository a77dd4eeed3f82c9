import { Command, CommanderError } from 'commander'
import { keepHomePrivate } from '#platform/home'

/** A command line of Cairn, run by `npm run NAME --` and by `npx cairn-cli NAME`. */
export interface CommandLine {
  name: string
  program: Command
  /** Whether it may write to `$CAIRN_HOME`. */
  usesHome?: boolean
  /** The line for a failure at work (exit code 1). Default: the error's message. */
  explain?(error: unknown): string | Promise<string>
}

/** A commander program whose errors and exit codes are left to {@link run}. */
export function createProgram(name: string, description: string): Command {
  return new Command(`npm run ${name} --`)
    .description(description)
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({ outputError: () => {} })
    .configureHelp({ subcommandTerm: termOf })
}

/** A command in a list of commands: with its arguments, without its options, which its own help lists. */
function termOf(command: Command): string {
  const names = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  )
  return [command.name(), ...names].join(' ')
}

/** Adds examples to a command's help; each follows the name of the command line. */
export function addExamples(command: Command, ...examples: string[]): Command {
  return command.addHelpText('after', () => {
    const program = command.parent ?? command
    const lines = examples.map((example) => `  ${program.name()} ${example}`)
    return ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n')
  })
}

/** Ends the command as wrongly used: one line, exit code 2. */
export function usageError(message: string): never {
  throw new CommanderError(2, 'usage', message)
}

/** Runs a check whose failure is a usage error. */
export function checkUsage<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    return usageError((error as Error).message)
  }
}

/**
 * Runs a command line. Exit code 0: done, or help was asked for; 1: failed; 2: wrong usage. Errors are one
 * line on stderr; DEBUG adds the stack of a failure.
 *
 * @param invocation How the command line was started, for usage lines and examples.
 */
export async function run(
  { name, program, usesHome = false, explain = messageOf }: CommandLine,
  args: readonly string[] = process.argv.slice(2),
  invocation = program.name(),
): Promise<void> {
  survivePipes()
  if (usesHome) keepHomePrivate()
  program.name(invocation)
  try {
    if (args.length === 0 && program.commands.length > 0) {
      const names = program.commands.map((command) => command.name())
      usageError(
        `name a command: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}; --help explains them`,
      )
    }
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return
      console.error(`${name}: ${oneLine(error.message)}`)
      process.exitCode = 2
      return
    }
    console.error(`${name}: ${oneLine(await explain(error))}`)
    if (process.env.DEBUG) console.error(error)
    process.exitCode ||= 1
  }
}

/** A reader that has seen enough (`| head`) ends the command without an error. */
function survivePipes(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    process.exit(code === 'EPIPE' ? 0 : 1)
  })
  process.stderr.on('error', () => {})
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function oneLine(text: string): string {
  return text
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
}
