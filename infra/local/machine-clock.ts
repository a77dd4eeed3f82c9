/**
 * Milliseconds since a moment that all processes of this machine share until it is started anew: a time that one
 * of them sends to another. The wall clock can be set back or forward meanwhile. `performance.now()` counts from
 * the start of each process.
 */
export function machineMs(): number {
  // libuv reads one clock of the system: CLOCK_MONOTONIC, mach_absolute_time or the performance counter.
  const [seconds, nanoseconds] = process.hrtime()
  return seconds * 1000 + nanoseconds / 1e6
}
