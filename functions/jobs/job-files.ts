import { openJobFiles } from '#platform/storage'

type Files = ReturnType<typeof openJobFiles>

let opened: { place: string; files: Files } | undefined

/** The files of jobs, opened once: each opening in the cloud is a client with connections of its own. */
export function jobFiles(): Files {
  const { CAIRN_JOBS_BUCKET, CAIRN_HOME } = process.env
  const place = JSON.stringify([CAIRN_JOBS_BUCKET, CAIRN_HOME])
  if (opened?.place !== place) opened = { place, files: openJobFiles() }
  return opened.files
}
