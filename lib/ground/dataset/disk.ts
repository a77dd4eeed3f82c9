const mebibyte = 1024 * 1024

/** Default ephemeral disk of a function with the engine. */
export const defaultEngineDiskMebibytes = 4096

/** Disk for files of the runtime. */
const reservedMebibytes = 64

/**
 * Maximum size of `routing.tar`, in bytes, for functions with this disk: during a switch a function holds
 * two builds.
 */
export function maxRoutingBytes(diskMebibytes: number): number {
  return Math.max(0, Math.floor(((diskMebibytes - reservedMebibytes) * mebibyte) / 2))
}

/** Minimum disk, in whole mebibytes, of functions that serve a `routing.tar` of this size. */
export function engineDiskMebibytes(routingBytes: number): number {
  return Math.ceil((2 * routingBytes) / mebibyte) + reservedMebibytes
}
