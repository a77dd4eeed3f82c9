const mebibyte = 1024 * 1024

/** Default ephemeral disk of a function with the engine, mebibytes. */
export const defaultEngineDiskMebibytes = 4096

/** Disk for files of the runtime, mebibytes. */
const reservedMebibytes = 64

/**
 * Returns the maximum size of `routing.tar`, bytes, for functions with this disk: during a switch a function holds
 * two builds.
 */
export function computeMaxRoutingBytes(diskMebibytes: number): number {
  return Math.max(0, Math.floor(((diskMebibytes - reservedMebibytes) * mebibyte) / 2))
}

/** Returns the minimum disk, in whole mebibytes, of functions that serve a `routing.tar` of this size. */
export function computeEngineDisk(routingBytes: number): number {
  return Math.ceil((2 * routingBytes) / mebibyte) + reservedMebibytes
}
