import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Environment variables that locate the data of this machine. */
export interface HomeEnvironment {
  CAIRN_HOME?: string | undefined
  /** Folder for data of programs, by the XDG base directory specification. */
  XDG_DATA_HOME?: string | undefined
  /** Folder for data of programs on Windows. */
  LOCALAPPDATA?: string | undefined
}

interface Installation {
  platform: NodeJS.Platform
  /** The user's home folder. */
  user: string
  /** Whether this is a clone, which runs TypeScript; the package contains JavaScript. */
  isClone: boolean
}

const installation: Installation = {
  platform: process.platform,
  user: homedir(),
  isClone: import.meta.url.endsWith('.ts'),
}

/**
 * Returns the folder of all local data as an absolute path: `$CAIRN_HOME`; by default `.cairn` in the working
 * directory for a clone, and the platform's folder for data of programs for the package.
 */
export function locateHome(
  env: HomeEnvironment = process.env,
  { platform, user, isClone }: Installation = installation,
): string {
  if (env.CAIRN_HOME) return resolve(env.CAIRN_HOME)
  if (isClone) return resolve('.cairn')
  if (platform === 'darwin') return join(user, 'Library/Application Support/cairn')
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(user, 'AppData/Local'), 'cairn')
  return join(env.XDG_DATA_HOME || join(user, '.local/share'), 'cairn')
}
