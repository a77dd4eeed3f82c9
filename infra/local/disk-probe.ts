import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Test data, large enough to need a data block. */
const probe = Buffer.alloc(16 * 1024)

/** Throws when the home directory cannot be written to, because the disk is full or read-only. */
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
