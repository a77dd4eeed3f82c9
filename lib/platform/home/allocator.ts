const mebibyte = 2 ** 20

/**
 * Smaller blocks come from the heap, which keeps freed memory for later ones; larger blocks return to the system.
 * This is the largest value that glibc accepts.
 */
const maxHeapBlockBytes = 32 * mebibyte

/** Requests large pages where the system provides them on request. glibc supports it from 2.35 on; Lambda has 2.34. */
const largePages = 1

/**
 * `GLIBC_TUNABLES` of a deployed function that calls the engine. A search allocates memory for each tile it visits
 * and frees all at its end. By default each thread has its own heap and freed memory returns to the system, so that
 * each call pays for new pages. One heap that keeps 256 MiB and grows by 8 MiB was faster: a matrix 10 x 10 within
 * 210 km took 0.58 s instead of 0.71 s, its first call on a local tar 0.64 s instead of 1.28 s, and the process 290
 * MB instead of 447 MB (`npm run bench -- tiles`, 40 copies of Porto; without large pages 0.62 s, 1.29 s and 255 MB).
 * Three threads at once are as fast as with a heap each.
 * https://sourceware.org/glibc/manual/2.36/html_node/Memory-Allocation-Tunables.html
 */
export const engineAllocator = formatTunables({
  arena_max: 1,
  mmap_threshold: maxHeapBlockBytes,
  trim_threshold: 256 * mebibyte,
  top_pad: 8 * mebibyte,
  hugetlb: largePages,
})

/**
 * `GLIBC_TUNABLES` of a worker of the local server, which runs all operations for hours. Large blocks return to the
 * system at once. Large pages are off, because a page stays whole while any of its memory is in use. With {@link
 * engineAllocator}, eight matrices 50 x 50 by car in Andorra, four at a time, leave a process with 1,084 to 1,434 MB
 * that it never returns; with these settings 468 MB, in the same time.
 */
export const workerAllocator = formatTunables({
  arena_max: 1,
  mmap_threshold: mebibyte,
  trim_threshold: 64 * mebibyte,
  top_pad: 8 * mebibyte,
})

/**
 * `GLIBC_TUNABLES` of the engine's builder. Its threads allocate and free the memory of each tile at once. Keeping
 * that memory saves a quarter of their processor time on 3 to 26 MB of extract and a twentieth on 128 MB, for 0.3 GB
 * of memory. With one heap its threads would wait for each other and take half as long again.
 */
export const builderAllocator = formatTunables({
  mmap_threshold: maxHeapBlockBytes,
  trim_threshold: 4_000_000_000,
  top_pad: 64 * mebibyte,
  hugetlb: largePages,
})

function formatTunables(settings: Record<string, number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `glibc.malloc.${name}=${value}`)
    .join(':')
}
