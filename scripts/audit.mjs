// Fails on known high or critical vulnerabilities in dependencies that a deployment or `npm start` runs. Not every
// registry answers audits; without an answer it prints a line and succeeds.
import { spawnSync } from 'node:child_process'

const { stdout, error } = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--audit-level=high', '--json', '--fetch-timeout=30000'],
  { encoding: 'utf8', timeout: 180_000 },
)
const report = parse(stdout)
const counts = report?.metadata?.vulnerabilities
if (!counts) {
  const why = report?.message ?? error?.message ?? 'no report came'
  console.log(
    `audit: production dependencies were not audited, the registry does not answer: ${why.split(' - ')[0]}`,
  )
} else if (counts.high + counts.critical === 0) {
  console.log('audit: no high or critical vulnerability in production dependencies.')
} else {
  for (const { name, severity } of Object.values(report.vulnerabilities))
    if (severity === 'high' || severity === 'critical')
      console.error(`audit: ${name} has a vulnerability of severity ${severity}.`)
  console.error('audit: look at it with: npm audit --omit=dev')
  process.exitCode = 1
}

function parse(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
