#!/usr/bin/env node
// Starts the `cairn` command in a Node that runs it: this one, or the Node 24 that `npm ci` brings.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isSupported, requirement } from '../scripts/node-version.mjs'

const bundledNode = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))

if (isSupported(process.versions.node)) await import('./cairn.ts')
else if (existsSync(bundledNode)) runIn(bundledNode)
else {
  console.error(requirement)
  process.exitCode = 1
}

function runIn(node) {
  const cairn = fileURLToPath(new URL('./cairn.ts', import.meta.url))
  const child = spawn(node, [cairn, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Ctrl-C reaches the child too: a terminal signals all processes in the foreground.
  process.on('SIGINT', () => {})
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
