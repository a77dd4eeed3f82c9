import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

interface CdkRun {
  program: string
  args: readonly string[]
  /** Folders whose programs are found first. */
  path: string
  workingDirectory: string
}

/**
 * Runs the CDK command line: in a clone on its own app, whatever the working directory; of the package on the app of
 * `cairn-cdk`, in the working directory.
 */
export async function runCdk(args: readonly string[]): Promise<void> {
  const { program, args: all, path, workingDirectory: cwd } = cdkRun(args)
  const env = { ...process.env, PATH: `${path}${delimiter}${process.env.PATH}` }
  const cdk = spawn(program, all, { cwd, env, stdio: 'inherit' })
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

function cdkRun(args: readonly string[]): CdkRun {
  if (existsSync(join(root, 'cdk.json')))
    return { program: 'cdk', args, path: join(root, 'node_modules/.bin'), workingDirectory: root }
  const withApp = [...args, '--app', 'cairn-cdk']
  const workingDirectory = process.cwd()
  const installed = installedIn(workingDirectory)
  if (installed) return { program: 'cdk', args: withApp, path: installed, workingDirectory }
  // npm installs the construct's peers, the CDK's library among them, beside it.
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packages = [`--package=cairn-cdk@${version}`, '--package=aws-cdk@2']
  const npx = ['--yes', ...packages, '--', 'cdk', ...withApp]
  return { program: 'npx', args: npx, path: dirname(process.execPath), workingDirectory }
}

/** The folder of programs of a project that has `cairn-cdk` and the CDK's command line. */
function installedIn(folder: string): string | undefined {
  const { resolve } = createRequire(join(folder, 'package.json'))
  try {
    resolve('aws-cdk/package.json')
    return join(dirname(resolve('cairn-cdk/package.json')), '../.bin')
  } catch {
    return undefined
  }
}
