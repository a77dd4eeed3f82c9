/** Progress of long work: what it reports, and how a terminal shows it. */
export { formatSize } from './format-size.ts'
export { type Progress, type ProgressEvent, showProgress } from './show-progress.ts'
