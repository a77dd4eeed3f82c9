/** What all command lines share: usage errors, help, exit codes, output, progress and Ctrl-C. */

export type { CommandEntry } from './command-entry.ts'
export {
  addExamples,
  type CommandLine,
  checkUsage,
  createProgram,
  run,
  usageError,
} from './command-line.ts'
export { explainServiceError } from './explain.ts'
export { interruptible } from './interruptible.ts'
export { type JsonOption, jsonOption, print, printRecord, printTable } from './output.ts'
export { jsonArray } from './table.ts'
export { wholeNumber } from './whole-number.ts'
