import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { stageClient } from './stage.ts'

/* Compiles the client into `dist/`, or into the folder given as an argument. `npm pack` in this folder runs it. */

const client = join(import.meta.dirname, '..')
const out = process.argv[2] ?? join(client, 'dist')
const staged = join(out, 'staged')
const typescript = createRequire(import.meta.url).resolve('typescript/package.json')

rmSync(out, { recursive: true, force: true })
stageClient(staged)
const tsc = join(dirname(typescript), 'bin/tsc')
const compiled = spawnSync(process.execPath, [tsc, '-p', staged, '--outDir', out], {
  stdio: 'inherit',
})
rmSync(staged, { recursive: true, force: true })
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
