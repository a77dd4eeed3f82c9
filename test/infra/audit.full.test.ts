import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const script = resolve('scripts/audit.mjs')

let folder: string
let server: Server
let answer: RequestListener
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cairn-audit-'))
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(file, join(folder, file))
  server = createServer((request, response) => answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

/** Returns a listener for a registry that answers audits with these advisories, and refuses all else. */
const advising =
  (advisories: Record<string, unknown[]>): RequestListener =>
  (request, response) =>
    request.url === '/-/npm/v1/security/advisories/bulk'
      ? response.end(JSON.stringify(advisories))
      : response.writeHead(404).end('{}')

const advisory = (severity: string) => ({
  id: 1,
  url: 'http://127.0.0.1/1',
  title: 'A flaw',
  severity,
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 9, vectorString: null },
})

function audit(): Promise<{ code: number; output: string }> {
  const registry = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  const env = {
    ...process.env,
    npm_config_registry: registry,
    npm_config_cache: join(folder, 'cache'),
    npm_config_fetch_retries: '0',
  }
  return new Promise((resolve) => {
    execFile(process.execPath, [script], { cwd: folder, env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, output: stdout + stderr }),
    )
  })
}

describe('the audit of production dependencies', () => {
  test('passes when the registry reports no advisory', async () => {
    answer = advising({})
    expect(await audit()).toEqual({
      code: 0,
      output: 'audit: no high or critical vulnerability in production dependencies.\n',
    })
  })

  test.each(['high', 'critical'])('fails on a vulnerability of severity %s', async (severity) => {
    answer = advising({ zod: [advisory(severity)] })
    const { code, output } = await audit()
    expect(code).toBe(1)
    expect(output).toContain(`audit: zod has a vulnerability of severity ${severity}.`)
  })

  test.each([
    ['of less severity', { zod: [advisory('moderate')] }],
    ['in what only tests use', { 'osm-pbf-parser-node': [advisory('critical')] }],
  ])('passes on a vulnerability %s', async (_, advisories) => {
    answer = advising(advisories)
    expect((await audit()).code).toBe(0)
  })

  test.each([
    ['refuses', ((_, response) => response.writeHead(405).end()) as RequestListener],
    ['hangs up', ((_, response) => response.destroy()) as RequestListener],
    ['answers with a page', ((_, response) => response.end('<html>')) as RequestListener],
  ])('passes and reports that nothing was audited when the registry %s', async (_, registry) => {
    answer = registry
    const { code, output } = await audit()
    expect(code).toBe(0)
    expect(output).toMatch(/^audit: production dependencies were not audited, [^\n]+\n$/)
  })
})
