import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

interface CdkRun {
  program: string
  args: readonly string[]
  /** Folder whose programs take precedence. */
  path: string
  workingDirectory: string
}

/**
 * Runs the CDK command line. In a clone it uses the clone's app, whatever the working directory. In the package it uses
 * the app of `cairn-cdk`, in the working directory.
 */
export async function runCdk(args: readonly string[]): Promise<void> {
  const { program, args: all, path, workingDirectory: cwd } = planCdkRun(args)
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

function planCdkRun(args: readonly string[]): CdkRun {
  if (existsSync(join(root, 'cdk.json')))
    return { program: 'cdk', args, path: join(root, 'node_modules/.bin'), workingDirectory: root }
  const withApp = [...args, '--app', 'cairn-cdk']
  const workingDirectory = process.cwd()
  const installed = findInstalled(workingDirectory)
  if (installed) return { program: 'cdk', args: withApp, path: installed, workingDirectory }
  // npm also installs the construct's peers, including the CDK's library.
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const packages = [`--package=cairn-cdk@${version}`, '--package=aws-cdk@2']
  const npx = ['--yes', ...packages, '--', 'cdk', ...withApp]
  return { program: 'npx', args: npx, path: dirname(process.execPath), workingDirectory }
}

/** Returns the folder of programs of a project that has installed `cairn-cdk` and the CDK's command line. */
function findInstalled(folder: string): string | undefined {
  const { resolve } = createRequire(join(folder, 'package.json'))
  try {
    resolve('aws-cdk/package.json')
    return join(dirname(resolve('cairn-cdk/package.json')), '../.bin')
  } catch {
    return undefined
  }
}
