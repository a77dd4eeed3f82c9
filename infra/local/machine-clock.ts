/**
 * Returns milliseconds on a clock that all processes of this machine share until it restarts, for times that one
 * process sends to another. The wall clock can be set back or forward meanwhile, and `performance.now()` counts from
 * the start of each process.
 */
export function readMachineMs(): number {
  // libuv reads a system clock: CLOCK_MONOTONIC, mach_absolute_time or the performance counter.
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
