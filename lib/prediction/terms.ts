import { figures, type TermName } from './figures/index.ts'

/** On or off for each term of the model. */
export type Terms = Record<TermName, boolean>

/** Returns the terms that the evidence supports, overridden by the given switches. */
export function selectTerms(switched: Partial<Terms> = {}): Terms {
  const names = Object.keys(figures.terms) as TermName[]
  const defaults = names.map((name) => [name, figures.terms[name].applied])
  return { ...(Object.fromEntries(defaults) as Terms), ...switched }
}
