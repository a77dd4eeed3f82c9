import { warmSearch } from '#places/search'
import { readInput } from './input-words.ts'

/** Builds the tables that the first address would otherwise wait for. */
export function warmCorrection(): void {
  warmSearch()
  readInput({ text: '1 Main Street, London' })
}
