import { ApiError } from '#platform/errors'
import { locateHome } from '#platform/home'
import { addExamples, type CommandLine, createProgram, run } from './base/index.ts'
import { addBuild } from './region/build.ts'
import { readBucketName } from './region/checks.ts'
import { addFetch } from './region/fetch.ts'
import { addInspection } from './region/inspect.ts'
import { addParts } from './region/parts.ts'
import { addPublishing } from './region/publish.ts'
import { addUpdate } from './region/update.ts'

// The build pipeline takes most of a second to load: only commands that use it import it, when they run.
const program = createProgram(
  'region',
  'Builds, publishes and lists regions: OpenStreetMap and elevation in, a data set out. ' +
    `Data sets are kept in $CAIRN_HOME (${locateHome({})}). With CAIRN_BUCKET set, list, show, publish and ` +
    'rollback work on that S3 bucket.',
)
addBuild(program)
addInspection(program)
addPublishing(program)
addFetch(program)
addUpdate(program)
addParts(program)
addExamples(
  program,
  'fetch europe/andorra',
  'build andorra --osm andorra.osm.pbf --dem N42E001.hgt',
  'publish andorra --to s3://BUCKET',
  'update andorra --to s3://BUCKET',
)

async function explain(error: unknown): Promise<string> {
  if (error instanceof ApiError) {
    const { describeStorageError } = await import('../region/index.ts')
    return describeStorageError(error, readBucketName())
  }
  return error instanceof Error ? error.message : String(error)
}

export const commandLine: CommandLine = {
  name: 'region',
  program,
  usesHome: true,
  explain,
}
if (import.meta.main) await run(commandLine)
