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
import { locateHome } from './cairn-home.ts'

/** Mask that makes files 0600 and folders 0700. */
const ownerOnly = 0o077
const stickyBit = 0o1000

/** The home that this process protects, and the original mask of the process. */
let kept: { home: string; callersMask: number } | undefined

/**
 * Makes everything under the home readable by its owner only, whichever module or program writes it. Sets the mask of
 * this process, which its threads and children inherit, and removes the access of other users to a folder that exists.
 * Call it before anything is written. Windows has no such modes.
 *
 * Only the home and its direct entries are restricted: other users cannot pass a restricted folder, and a home may
 * contain tens of thousands of files. Entries of other users, symbolic links and their targets stay unchanged.
 */
export function keepHomePrivate(home: string = locateHome()): void {
  const mask = process.umask(ownerOnly)
  kept = { home, callersMask: kept?.callersMask ?? mask }
  const uid = process.getuid?.()
  if (uid !== undefined) closeHome(home, uid)
}

/**
 * Runs `write`, which writes a file whose path the user chose, such as an output file. Outside the home it runs with
 * the umask of the user. No other writes may happen meanwhile.
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
  const relativePath = relative(folder, resolve(path))
  return relativePath !== '..' && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
}

function closeHome(home: string, uid: number): void {
  // A whole disk or a user's home folder does not belong to Cairn alone.
  if (home === parse(home).root || home === homedir()) return
  try {
    if (!closeFolder(home, uid)) return
    for (const name of readdirSync(home)) closeEntry(join(home, name), uid)
  } catch {
    // The home does not exist yet, or its file system has no modes. A broken home is reported on first use.
  }
}

/**
 * Closes a folder, which may be given by a symbolic link. Returns false when it belongs to another user or is shared.
 */
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

/**
 * Closes an entry of the home. Because the home is closed, no other user can put a link in the entry's place between
 * check and change.
 */
function closeEntry(path: string, uid: number): void {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found || found.uid !== uid || found.isSymbolicLink()) return
  if (found.mode & ownerOnly) chmodSync(path, found.mode & 0o700)
}
