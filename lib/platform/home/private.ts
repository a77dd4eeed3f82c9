import {
  chmodSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, parse, relative, resolve, sep } from 'node:path'
import { cairnHome } from './cairn-home.ts'

/** Files become 0600 and folders 0700. */
const ownerOnly = 0o077
const stickyBit = 0o1000

/** The home that this process keeps, and the mask that the process was started with. */
let kept: { home: string; callersMask: number } | undefined

/**
 * Makes everything under the home readable by its owner only, whichever module or program writes it: sets the mask
 * of this process, which its threads and children inherit, and closes the folder if it exists. Call it before
 * anything is written. Windows has no such modes.
 *
 * Only the home and its direct entries are closed: no other user passes a closed folder, and a home may hold tens of
 * thousands of files. Entries of other users, symbolic links and their targets stay as they are.
 */
export function keepHomePrivate(home: string = cairnHome()): void {
  const mask = process.umask(ownerOnly)
  kept = { home, callersMask: kept?.callersMask ?? mask }
  const uid = process.getuid?.()
  if (uid !== undefined) closeHome(home, uid)
}

/**
 * Runs `write`, which writes the file at `path` that the caller has named: outside the home with the mask that the
 * caller has set. Nothing else may write meanwhile.
 */
export async function writeForCaller<T>(path: string, write: () => Promise<T>): Promise<T> {
  if (!kept || isInside(kept.home, path)) return await write()
  process.umask(kept.callersMask)
  try {
    return await write()
  } finally {
    process.umask(ownerOnly)
  }
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, resolve(path))
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

function closeHome(home: string, uid: number): void {
  // A whole disk or a person's folder is not Cairn's alone.
  if (home === parse(home).root || home === homedir()) return
  try {
    if (!closeFolder(home, uid)) return
    for (const name of readdirSync(home)) closeEntry(join(home, name), uid)
  } catch {
    // The home does not exist yet, or its file system has no modes. Its first use reports a home that is broken.
  }
}

/** Closes a folder, which a symbolic link may name. Returns false when it is another user's or shared. */
function closeFolder(path: string, uid: number): boolean {
  const folder = openSync(path, constants.O_RDONLY | constants.O_DIRECTORY)
  try {
    const found = fstatSync(folder)
    // The sticky bit marks a folder that users share, such as /tmp.
    if (found.uid !== uid || found.mode & stickyBit) return false
    if (found.mode & ownerOnly) fchmodSync(folder, found.mode & 0o700)
    return true
  } finally {
    closeSync(folder)
  }
}

/** The home is closed: no other user can put a link in the entry's place between the look and the change. */
function closeEntry(path: string, uid: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.uid !== uid || found.isSymbolicLink()) return
  if (found.mode & ownerOnly) chmodSync(path, found.mode & 0o700)
}
