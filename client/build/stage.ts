import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { operations } from '../../functions/operations.ts'
import { errorCodes } from '../error-codes.ts'
import { operationTable } from '../operation-table.ts'
import { printContracts } from './print-contracts.ts'

const sources = join(import.meta.dirname, '..')

/**
 * Writes the client's modules into a separate folder. Modules that read the contracts are replaced by plain types and
 * data. The compiler sees only this folder, which proves that the packed client needs nothing else.
 */
export function stageClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of globSync('*.ts', { cwd: sources })) {
    const text = readFileSync(join(sources, file), 'utf8')
    writeFileSync(join(folder, file), withJsImports(text))
  }
  const { version } = JSON.parse(readFileSync(join(sources, 'package.json'), 'utf8'))
  const printed = {
    'contracts.ts': printContracts(operations),
    'error-codes.ts': `import type { ErrorBodies } from './contracts.ts'

export const errorCodes: readonly (keyof ErrorBodies)[] = ${JSON.stringify(errorCodes)}
`,
    'operation-table.ts': `export interface OperationFacts {
  id: string
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  free: boolean
}

export const operationTable: readonly OperationFacts[] = ${JSON.stringify(operationTable, null, 2)}
`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'es2022',
        lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
        module: 'nodenext',
        types: [],
        strict: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        declaration: true,
        verbatimModuleSyntax: true,
        rootDir: '.',
      },
      include: ['*.ts'],
      exclude: [],
    }),
    'package.json': JSON.stringify({ name: 'cairn-client', version, type: 'module' }),
  }
  for (const [file, text] of Object.entries(printed))
    writeFileSync(join(folder, file), withJsImports(text))
}

/** Changes the extensions of imports to `.js`, because declarations keep them. */
function withJsImports(text: string): string {
  return text.replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")
}
