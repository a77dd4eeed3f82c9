import { openJobFiles } from '#platform/storage'

type Files = ReturnType<typeof openJobFiles>

let opened: { place: string; files: Files } | undefined

/** Opens the files of jobs once, because in the cloud each opening creates a client with its own connections. */
export function getJobFiles(): Files {
  const { CAIRN_JOBS_BUCKET, CAIRN_HOME } = process.env
  const place = JSON.stringify([CAIRN_JOBS_BUCKET, CAIRN_HOME])
  if (opened?.place !== place) opened = { place, files: openJobFiles() }
  return opened.files
}
