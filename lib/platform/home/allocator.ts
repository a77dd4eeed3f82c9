const mebibyte = 2 ** 20

/**
 * Blocks that are smaller come from the heap, which keeps what is freed for the next; the larger ones go back to the
 * system. The largest value that glibc takes.
 */
const maxHeapBlockBytes = 32 * mebibyte

/** In large pages, where the system gives them on request. glibc knows it from 2.35 on; that of Lambda is 2.34. */
const largePages = 1

/**
 * `GLIBC_TUNABLES` of a deployed function that calls the engine. A search asks for memory for each tile it meets and gives all back at
 * its end. By default each thread has a heap of its own, and what is freed goes back to the system, so that each call
 * pays for new pages. With one heap that keeps 256 MiB, and grows by 8, a matrix 10 x 10 within 210 km takes 0.58 s in
 * place of 0.71, its first call on a local tar 0.64 in place of 1.28, and the process 290 MB in place of 447
 * (`npm run bench -- tiles`, 40 copies of Porto; without large pages 0.62 s, 1.29 s and 255 MB). Three threads at once are
 * as fast as with a heap each.
 * https://sourceware.org/glibc/manual/2.36/html_node/Memory-Allocation-Tunables.html
 */
export const engineAllocator = tunables({
  arena_max: 1,
  mmap_threshold: maxHeapBlockBytes,
  trim_threshold: 256 * mebibyte,
  top_pad: 8 * mebibyte,
  hugetlb: largePages,
})

/**
 * `GLIBC_TUNABLES` of a worker of the local server, which runs all operations for hours: large blocks go back to the system
 * at once, and nothing is in large pages, which stay whole while any of their memory is in use. With
 * {@link engineAllocator} eight matrices 50 x 50 by car in Andorra, four at a time, leave a process with 1,084 to 1,434 MB
 * that it never gives back; with this 468 MB, in the same time.
 */
export const workerAllocator = tunables({
  arena_max: 1,
  mmap_threshold: mebibyte,
  trim_threshold: 64 * mebibyte,
  top_pad: 8 * mebibyte,
})

/**
 * `GLIBC_TUNABLES` of the engine's builder. Its threads ask for the memory of each tile and give it back at once. Kept, it
 * saves a quarter of their processor time on 3 to 26 MB of extract and a twentieth on 128 MB, for 0.3 GB of memory. With
 * one heap its threads would wait for each other: half as much time again.
 */
export const builderAllocator = tunables({
  mmap_threshold: maxHeapBlockBytes,
  trim_threshold: 4_000_000_000,
  top_pad: 64 * mebibyte,
  hugetlb: largePages,
})

function tunables(settings: Record<string, number>): string {
  return Object.entries(settings)
    .map(([name, value]) => `glibc.malloc.${name}=${value}`)
    .join(':')
}
