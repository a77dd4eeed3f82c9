/** The region as a map, as a page in a browser reads it: the files of a build by range, and what they cover. */
export { type MapAnswer, type MapFileRequest, mapAnswer } from './map-answer.ts'
export { mapFileNames, mapPaths } from './map-files.ts'
