import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { inputPrefix, requestSuffix } from '#places/jobs'

/** Milliseconds that a file must stay unchanged to count as complete. */
const quietMs = 3000

interface Seen {
  version: string
  since: number
  reported: boolean
}

/**
 * The watched folder `$CAIRN_HOME/jobs/in/`. {@link Inbox.poll} returns each complete file once, and again when it was
 * replaced. Hidden files are skipped, so a program can write under a name that starts with a dot and rename the file at
 * the end.
 */
export class Inbox {
  readonly #home: string
  readonly #now: () => number
  readonly #seen = new Map<string, Seen>()

  constructor(home: string, now: () => number = Date.now) {
    this.#home = home
    this.#now = now
  }

  /** Returns the keys of complete files that were not returned before. */
  async poll(): Promise<string[]> {
    const found = await this.#listFiles()
    for (const key of this.#seen.keys()) if (!found.has(key)) this.#seen.delete(key)
    const complete: string[] = []
    for (const [key, { version, modifiedMs }] of found) {
      const known = this.#seen.get(key)
      const isSame = known?.version === version
      // A file older than the wait was complete before it was first seen. A time in the future was read from a clock
      // that has been set back since.
      const since = Math.min(this.#now(), isSame ? known.since : modifiedMs)
      const reported = isSame && known.reported
      const isQuiet = this.#now() - since >= quietMs
      if (isQuiet && !reported) complete.push(key)
      this.#seen.set(key, { version, since, reported: reported || isQuiet })
    }
    return complete
  }

  async #listFiles(): Promise<Map<string, { version: string; modifiedMs: number }>> {
    const files = new Map<string, { version: string; modifiedMs: number }>()
    const folder = join(this.#home, inputPrefix)
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    for (const name of names) {
      if (name.split('/').some((part) => part.startsWith('.'))) continue
      if (name.endsWith(requestSuffix) || !name.includes('/')) continue
      const facts = await stat(join(folder, name)).catch(() => undefined)
      if (!facts?.isFile()) continue
      const version = `${facts.ino}-${facts.mtimeMs}-${facts.size}`
      files.set(inputPrefix + name, { version, modifiedMs: facts.mtimeMs })
    }
    return files
  }
}
