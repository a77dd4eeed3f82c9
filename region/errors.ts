/** A build or download failed, or an input cannot be used. The message is one line for the terminal. */
export class RegionError extends Error {
  override readonly name = 'RegionError'
}
