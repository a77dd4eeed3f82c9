import { execFile } from 'node:child_process'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePackage } from '../../release/index.ts'
import { realRegion } from '../fixtures/real-regions.ts'
import { needsS3rver, startS3, type TestS3 } from '../fixtures/s3.ts'
import { Installation, nodeVersions } from './installed.ts'

const pipeline = readFileSync('examples/deploy-app/deploy.yml', 'utf8')
const extract = realRegion('andorra/andorra.osm.pbf')
const elevation = realRegion('andorra/dem.cog.tif')

/** The commands of a step, as the pipeline gives them to bash. */
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
    const path = [extract, elevation].find((path) => path && basename(path) === basename(url))
    if (path) createReadStream(path).pipe(response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const { archive } = await makePackage('command')
  installation = new Installation(nodeVersions()[0]!, [archive])
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

test.skipIf(!extract || !elevation)(
  'the steps of the example pipeline build a region from an address and publish it to the bucket of the app',
  async () => {
    const address = `http://127.0.0.1:${(files.address() as AddressInfo).port}`
    await run('Build the region', {
      EXTRACT_URL: `${address}/${basename(extract!)}`,
      DEM_URL: `${address}/${basename(elevation!)}`,
    })
    // As `cdk deploy --outputs-file outputs.json` writes it.
    const outputs = { Maps: { BucketName: s3.bucket } }
    writeFileSync(join(installation.folder, 'outputs.json'), JSON.stringify(outputs))
    expect(await run('Publish it')).toContain(`of bucket ${s3.bucket}`)
    const pointer = JSON.parse(String(s3.peek('datasets/andorra/current.json')))
    expect(s3.peek(`datasets/andorra/${pointer.build}/routing.tar`)!.length).toBeGreaterThan(1e6)
  },
  600_000,
)

test.skipIf(!extract)(
  'an address that answers nothing ends the pipeline before a build',
  async () => {
    const address = `http://127.0.0.1:${(files.address() as AddressInfo).port}/missing.osm.pbf`
    const building = run('Build the region', { EXTRACT_URL: address, DEM_URL: address })
    await expect(building).rejects.toThrow('404')
  },
  60_000,
)
