import { globSync } from 'node:fs'

/** Says once what a run leaves out. */
export default function setup(): void {
  if (process.env.CAIRN_LONG === '1') return
  const files = globSync('test/**/*.long.test.ts')
  console.log(`Left out: ${files.length} long tests (minutes each); "npm run test:full" runs all.`)
}
