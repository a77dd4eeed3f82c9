import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** More than a directory entry alone could hold. */
const probe = Buffer.alloc(16 * 1024)

/** Throws when the home directory takes no writes, as a full or read-only disk does. */
export async function probeDisk(home: string): Promise<Record<string, never>> {
  const path = join(home, '.disk-probe')
  try {
    const file = await open(path, 'w')
    try {
      await file.writeFile(probe)
      await file.sync()
    } finally {
      await file.close()
    }
  } finally {
    await rm(path, { force: true })
  }
  return {}
}
