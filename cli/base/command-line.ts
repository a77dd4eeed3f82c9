import { Command, CommanderError } from 'commander'
import { keepHomePrivate } from '#platform/home'

/** A command line of Cairn, run by `npm run NAME --` and by `npx cairn-cli NAME`. */
export interface CommandLine {
  name: string
  program: Command
  /** Whether it may write to `$CAIRN_HOME`. */
  usesHome?: boolean
  /** Returns the line for a failure during work (exit code 1). Default: the error's message. */
  explain?(error: unknown): string | Promise<string>
}

/** Creates a commander program whose errors and exit codes are handled by {@link run}. */
export function createProgram(name: string, description: string): Command {
  return new Command(`npm run ${name} --`)
    .description(description)
    .helpCommand(false)
    .exitOverride()
    .showHelpAfterError(false)
    .configureOutput({ outputError: () => {} })
    .configureHelp({ subcommandTerm: formatTerm })
}

/** Formats a command in a list of commands: with its arguments, without its options, which its own help lists. */
function formatTerm(command: Command): string {
  const names = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  )
  return [command.name(), ...names].join(' ')
}

/** Adds examples to a command's help. Each follows the name of the command line. */
export function addExamples(command: Command, ...examples: string[]): Command {
  return command.addHelpText('after', () => {
    const program = command.parent ?? command
    const lines = examples.map((example) => `  ${program.name()} ${example}`)
    return ['', examples.length === 1 ? 'Example:' : 'Examples:', ...lines].join('\n')
  })
}

/** Ends the command with a usage error: one line, exit code 2. */
export function throwUsageError(message: string): never {
  throw new CommanderError(2, 'usage', message)
}

/** Runs a check and turns its failure into a usage error. */
export function checkUsage<T>(check: () => T): T {
  try {
    return check()
  } catch (error) {
    return throwUsageError((error as Error).message)
  }
}

/**
 * Runs a command line. Exit code 0: success or help; 1: failure; 2: wrong usage. Errors are one line on stderr; DEBUG
 * adds the stack of a failure.
 *
 * @param invocation How the command line was started, for usage lines and examples.
 */
export async function run(
  { name, program, usesHome = false, explain = toMessage }: CommandLine,
  args: readonly string[] = process.argv.slice(2),
  invocation = program.name(),
): Promise<void> {
  ignoreClosedPipes()
  if (usesHome) keepHomePrivate()
  program.name(invocation)
  try {
    if (args.length === 0 && program.commands.length > 0) {
      const names = program.commands.map((command) => command.name())
      throwUsageError(
        `name a command: ${names.slice(0, -1).join(', ')} or ${names.at(-1)}; --help explains them`,
      )
    }
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    if (error instanceof CommanderError) {
      if (error.exitCode === 0) return
      console.error(`${name}: ${joinLines(error.message)}`)
      process.exitCode = 2
      return
    }
    console.error(`${name}: ${joinLines(await explain(error))}`)
    if (process.env.DEBUG) console.error(error)
    process.exitCode ||= 1
  }
}

/** Ends the command without an error when the reader of its output closes the pipe (`| head`). */
function ignoreClosedPipes(): void {
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
    process.exit(code === 'EPIPE' ? 0 : 1)
  })
  process.stderr.on('error', () => {})
}

function toMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function joinLines(text: string): string {
  return text
    .replace(/^error: /, '')
    .replace(/\s*\n\s*/g, ' ')
    .trim()
}
