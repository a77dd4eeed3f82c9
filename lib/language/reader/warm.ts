import { readQuery } from './read-query.ts'

/** Builds the tables of all languages, which the first query would wait for. */
export function warmReader(): void {
  readQuery('from Example to Example', { hasLocation: false })
}
