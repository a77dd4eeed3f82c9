/** The oldest Node that the packages promise to run on, in `engines`: installed and used by the tests. */
export const oldestNode = '20.3.0'

/** What a package says of it. */
export const promisedEngines = { node: `>=${oldestNode}` }
