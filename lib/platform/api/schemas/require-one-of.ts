/** The part of zod's refinement context that checks across fields use. */
export interface RefinementContext {
  addIssue(issue: { code: 'custom'; path: PropertyKey[]; message: string }): void
}

/** Makes a refinement that requires exactly one of two optional fields. */
export function requireExactlyOne<Name extends string>(field: Name, alternative: Name) {
  return (request: { [name in Name]?: unknown }, context: RefinementContext): void => {
    const issue = (path: Name, message: string) =>
      context.addIssue({ code: 'custom', path: [path], message })
    const [has, hasAlternative] = [field, alternative].map((name) => request[name] !== undefined)
    if (has && hasAlternative) {
      issue(alternative, `must not come with ${field}: send one of the two`)
    }
    if (!has && !hasAlternative) issue(field, `is required, or ${alternative} in its place`)
  }
}
