#!/usr/bin/env node
// Starts the `cairn` command in a Node that can run it: this one, or the Node 24 that npm installs with it.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'
import { isSupported, requirement } from '../scripts/node-version.mjs'

if (isSupported(process.versions.node)) await import('./cairn.ts')
else {
  const bundled = findBundledNode()
  if (bundled) runIn(bundled)
  else {
    console.error(requirement)
    process.exitCode = 1
  }
}

function findBundledNode() {
  const { resolve } = createRequire(import.meta.url)
  try {
    return resolve(`node-${process.platform}-${process.arch}/bin/node`)
  } catch {
    return undefined
  }
}

function runIn(node) {
  const cairn = fileURLToPath(new URL('./cairn.ts', import.meta.url))
  const child = spawn(node, [cairn, ...process.argv.slice(2)], { stdio: 'inherit' })
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // Ctrl-C reaches the child too: a terminal signals all processes in the foreground.
  process.on('SIGINT', () => {})
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}
