/** Oldest Node that the packages support, in `engines`. The tests install and use it. */
export const oldestNode = '20.3.0'

/** The `engines` field of each package. */
export const promisedEngines = { node: `>=${oldestNode}` }
