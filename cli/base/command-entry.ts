import type { CommandLine } from './command-line.ts'

/** A command of `npx cairn-cli`. It is loaded when it is called: `cairn keys` does not wait for a region build's modules. */
export interface CommandEntry {
  summary: string
  /** Its command line; `start` and the commands of the CDK read their arguments themselves. */
  load?(): Promise<{ commandLine: CommandLine }>
  start?(args: readonly string[]): Promise<void>
  /** The options of a command without a command line, for completion. */
  options?(): Promise<readonly string[]>
}
