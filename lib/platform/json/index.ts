/** JSON of callers, bounded, and long answers, written without holding the event loop. */
export { maxDepth, maxNames, maxValues } from './limits.ts'
export { JsonLimitError, parseJson, RepeatedNameError, readJson } from './parse.ts'
export { writeJson } from './write.ts'
