import { spawnSync } from 'node:child_process'

/** Result of `npm view NAME repository.url --json`. */
export type Registry = (name: string) => { status: number | null; stdout: string }

const queryNpm: Registry = (name) =>
  spawnSync('npm', ['view', name, 'repository.url', '--json'], {
    encoding: 'utf8',
    timeout: 30_000,
  })

/**
 * Explains why a name in the registry cannot be used; undefined if it is free, or its package names the same
 * repository.
 *
 * @param repository Result of {@link readRepository}. Without it, a name that is in use is a fault.
 */
export function findNameFault(
  name: string,
  repository: string | undefined,
  registry: Registry = queryNpm,
): string | undefined {
  const { status, stdout } = registry(name)
  // A package without a repository prints nothing.
  const answer = stdout.trim() ? JSON.parse(stdout) : ''
  if (status !== 0)
    return answer?.error?.code === 'E404'
      ? undefined
      : `The registry does not say whether the name ${name} is free.`
  if (repository !== undefined && answer === repository) return undefined
  return `The registry has a package ${name}, of ${answer || 'no repository'}: names are chosen in release/packages.ts.`
}

/** Returns the repository whose GitHub pipeline runs this, as a manifest names it; undefined elsewhere. */
export function readRepository(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { GITHUB_SERVER_URL: server = 'https://github.com', GITHUB_REPOSITORY: name } = env
  return name ? `git+${server}/${name}.git` : undefined
}
