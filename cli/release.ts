import { type CommandLine, createProgram } from './base/index.ts'
export const commandLine: CommandLine = { name: 'release', program: createProgram('release', 'x') }
