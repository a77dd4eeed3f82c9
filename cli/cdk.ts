import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const executables = fileURLToPath(new URL('../node_modules/.bin', import.meta.url))

/** Runs the CDK command line on this project's app, whatever the working directory. */
export async function runCdk(args: readonly string[]): Promise<void> {
  const env = { ...process.env, PATH: `${executables}${delimiter}${process.env.PATH}` }
  const cdk = spawn('cdk', args, { cwd: root, env, stdio: 'inherit' })
  process.on('SIGTERM', () => cdk.kill('SIGTERM'))
  // Ctrl-C reaches the CDK too, which decides how to stop.
  process.on('SIGINT', () => {})
  process.exitCode = await new Promise<number>((resolve) => {
    cdk.once('error', (error) => {
      console.error(`cairn: the CDK cannot be started: ${error.message}`)
      resolve(1)
    })
    cdk.once('exit', (code) => resolve(code ?? 1))
  })
}
