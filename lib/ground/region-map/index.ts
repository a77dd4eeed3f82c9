/** The region as a map for a page in a browser: files of a build, read by range, and their coverage. */
export { answerMapRequest, type MapAnswer, type MapFileRequest } from './map-answer.ts'
export { mapFileNames, mapPaths } from './map-files.ts'
