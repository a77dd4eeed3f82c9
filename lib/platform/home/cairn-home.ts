import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** The variables that locate the data of this machine. */
export interface HomeEnvironment {
  CAIRN_HOME?: string | undefined
  /** Where programs keep data, by the XDG base directory specification. */
  XDG_DATA_HOME?: string | undefined
  /** The same on Windows. */
  LOCALAPPDATA?: string | undefined
}

interface Installation {
  platform: NodeJS.Platform
  /** The person's own folder. */
  user: string
  /** Whether this is a clone, which runs its TypeScript; the package has JavaScript. */
  isClone: boolean
}

const installation: Installation = {
  platform: process.platform,
  user: homedir(),
  isClone: import.meta.url.endsWith('.ts'),
}

/**
 * The folder of all local data, an absolute path: `$CAIRN_HOME`; by default `.cairn` in the working
 * directory for a clone, and for the package the folder in which the platform keeps data of programs.
 */
export function cairnHome(
  env: HomeEnvironment = process.env,
  { platform, user, isClone }: Installation = installation,
): string {
  if (env.CAIRN_HOME) return resolve(env.CAIRN_HOME)
  if (isClone) return resolve('.cairn')
  if (platform === 'darwin') return join(user, 'Library/Application Support/cairn')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(user, 'AppData/Local'), 'cairn')
  return join(env.XDG_DATA_HOME || join(user, '.local/share'), 'cairn')
}
