const mebibyte = 1024 * 1024

/** Ephemeral disk of a function with the engine, where a deployment does not ask for another size. */
export const defaultEngineDiskMebibytes = 4096

/** What the disk holds beside data: downloads' bookkeeping, the runtime's own files. */
const reservedMebibytes = 64

/**
 * The largest `routing.tar`, in bytes, that functions with this disk can serve: while a function
 * switches it keeps the build it serves and the next one side by side.
 */
export function maxRoutingBytes(diskMebibytes: number): number {
  return Math.max(0, Math.floor(((diskMebibytes - reservedMebibytes) * mebibyte) / 2))
}

/** The least disk, in whole mebibytes, on which functions can serve a `routing.tar` of this size. */
export function engineDiskMebibytes(routingBytes: number): number {
  return Math.ceil((2 * routingBytes) / mebibyte) + reservedMebibytes
}
