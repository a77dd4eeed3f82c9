import { knownName } from '../../address/index.ts'

/** Whether a folded text is the name of a larger town or of a region somewhere in the world. */
export function isWorldTown(folded: string): boolean {
  const name = knownName(folded)
  return name?.city !== undefined || name?.state !== undefined
}
