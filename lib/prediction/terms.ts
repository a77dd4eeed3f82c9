import { figures, type TermName } from './figures/index.ts'

/** Which terms of the model are on. */
export type Terms = Record<TermName, boolean>

/** The terms that the evidence supports, or as switched. */
export function termsOf(switched: Partial<Terms> = {}): Terms {
  const names = Object.keys(figures.terms) as TermName[]
  const defaults = names.map((name) => [name, figures.terms[name].applied])
  return { ...(Object.fromEntries(defaults) as Terms), ...switched }
}
