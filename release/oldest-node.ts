/** The oldest Node that the packages promise to run on, in `engines`: installed and used by the tests. */
export const oldestNode = '20.3.0'

/** The `engines` field of each package. */
export const promisedEngines = { node: `>=${oldestNode}` }
