/** Progress of long work: its reports, and their display on a terminal. */
export { formatSize } from './format-size.ts'
export { type Progress, type ProgressEvent, showProgress } from './show-progress.ts'
