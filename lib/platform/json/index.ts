/** Parses JSON of callers within limits, and writes long answers without blocking the event loop. */
export { maxDepth, maxNames, maxValues } from './limits.ts'
export { JsonLimitError, parseJson, RepeatedNameError, readJson } from './parse.ts'
export { writeJson } from './write.ts'
