import { execFile } from 'node:child_process'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePackage } from '../../release/index.ts'
import { realRegion } from '../fixtures/real-regions.ts'
import { needsS3rver, startS3, type TestS3 } from '../fixtures/s3.ts'
import { Installation, newestNode } from './installed.ts'

const pipeline = readFileSync('examples/deploy-app/deploy.yml', 'utf8')
const extract = realRegion('andorra/andorra.osm.pbf')
const elevation = realRegion('andorra/dem.cog.tif')

/** Returns the commands of a step as the pipeline passes them to bash. */
function commandsOf(step: string): string {
  const [, block] = new RegExp(`- name: ${step}\\n[\\s\\S]*?run: \\|\\n((?: {10}.*\\n?)+)`).exec(
    pipeline,
  )!
  return block!.replaceAll(/^ {10}/gm, '')
}

let s3: TestS3
let files: Server
let installation: Installation

needsS3rver()
beforeAll(async () => {
  s3 = await startS3()
  files = createServer(({ url = '' }, response) => {
    const path = url.endsWith('.osm.pbf') ? extract : url.endsWith('.tif') ? elevation : undefined
    if (url.includes('missing') || !path) response.writeHead(404).end()
    else createReadStream(path).pipe(response)
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const { archive } = await makePackage('command')
  installation = new Installation(newestNode, [archive])
}, 600_000)
afterAll(async () => {
  files?.close()
  await s3?.stop()
})

/** Runs the commands of a step in the folder of the app. */
async function run(step: string, env: Record<string, string> = {}): Promise<string> {
  const { CAIRN_BUCKET: _, ...aws } = s3.env
  const { folder: cwd, environment } = installation
  const options = { cwd, env: { ...environment, ...aws, ...env } }
  const args = ['-eo', 'pipefail', '-c', commandsOf(step)]
  const { stdout, stderr } = await promisify(execFile)('bash', args, options)
  return stdout + stderr
}

/** Updates the region from an extract on the local stand-in for the public servers. */
async function update(area: string): Promise<string> {
  const address = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
  // Output in the format of `cdk deploy --outputs-file outputs.json`.
  const outputs = { Maps: { BucketName: s3.bucket } }
  writeFileSync(join(installation.folder, 'outputs.json'), JSON.stringify(outputs))
  const servers = { CAIRN_OSM_BASE: address, CAIRN_DEM_BASE: address }
  return await run('Bring the region up to date', { AREA: area, ...servers })
}

test.skipIf(!extract || !elevation)(
  'the example pipeline builds a region from an extract and publishes it to the bucket of the app, once',
  async () => {
    expect(await update('europe/andorra')).toContain(`of bucket ${s3.bucket}`)
    const pointer = String(s3.peek('datasets/andorra/current.json'))
    const { build } = JSON.parse(pointer)
    expect(s3.peek(`datasets/andorra/${build}/routing.tar`)!.length).toBeGreaterThan(1e6)
    expect(await update('europe/andorra')).toContain('is already the newest')
    expect(String(s3.peek('datasets/andorra/current.json'))).toBe(pointer)
  },
  600_000,
)

test('an area without an extract ends the pipeline before a build', async () => {
  await expect(update('europe/missing')).rejects.toThrow('There is no extract "europe/missing"')
}, 60_000)
