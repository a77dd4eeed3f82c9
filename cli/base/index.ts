/** Shared parts of all command lines: usage errors, help, exit codes, output, progress and Ctrl-C. */

export type { CommandEntry } from './command-entry.ts'
export {
  addExamples,
  type CommandLine,
  checkUsage,
  createProgram,
  run,
  throwUsageError,
} from './command-line.ts'
export { explainServiceError } from './explain.ts'
export { runInterruptible } from './interruptible.ts'
export { type JsonOption, jsonOption, print, printRecord, printTable } from './output.ts'
export { streamJsonArray } from './table.ts'
export { parseWholeNumber } from './whole-number.ts'
