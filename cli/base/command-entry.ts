import type { CommandLine } from './command-line.ts'

/**
 * A command of `npx cairn-cli`. It is loaded on demand: `cairn keys` does not wait for the modules of a region build.
 */
export interface CommandEntry {
  summary: string
  /** Loads its command line. `start` and the commands of the CDK parse their arguments themselves. */
  load?(): Promise<{ commandLine: CommandLine }>
  start?(args: readonly string[]): Promise<void>
  /** Returns the options of a command without a command line, for completion. */
  options?(): Promise<readonly string[]>
}
