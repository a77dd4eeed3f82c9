import { writeFileSync } from 'node:fs'
import { operations } from '../functions/operations.ts'
import { makeOpenApiDocument } from '../lib/platform/api/openapi.ts'
import { addExamples, type CommandLine, createProgram, run } from './base/index.ts'

const program = createProgram('openapi', 'Writes the OpenAPI 3.1 document of the service.')
  .option(
    '--out <file>',
    'file to write; "-" is standard output (npm: with --silent)',
    'openapi.json',
  )
  .action(write)
addExamples(program, '--out cairn.json')

function write({ out }: { out: string }): void {
  const text = `${JSON.stringify(makeOpenApiDocument(operations), null, 2)}\n`
  if (out === '-') {
    process.stdout.write(text)
    return
  }
  writeFileSync(out, text)
  console.log(`Wrote ${out}: ${operations.length} operation(s).`)
}

export const commandLine: CommandLine = { name: 'openapi', program }
if (import.meta.main) await run(commandLine)
