/** A build, a download or an input went wrong, said in one plain line for the person at the terminal. */
export class RegionError extends Error {
  override readonly name = 'RegionError'
}
