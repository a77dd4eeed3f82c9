import { readFileSync } from 'node:fs'

/**
 * Bytes of memory that this process holds for itself. On Linux without mapped files: pages of the routing tiles count
 * as resident, but the system takes them back when it needs them.
 */
export function heldBytes(): number {
  try {
    const kilobytes = /^RssAnon:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'latin1'))?.[1]
    if (kilobytes) return Number(kilobytes) * 1024
  } catch {
    // Another system.
  }
  return process.memoryUsage.rss()
}
