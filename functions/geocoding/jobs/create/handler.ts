import { createJob as create, openJobs } from '#places/jobs'
import { endpoint } from '#platform/api'
import { getJobFiles } from '../../../jobs/job-files.ts'
import { pricePerRow } from '../../../jobs/price.ts'
import { checkAskedRegion, listAskedRegions } from '../../../regions/index.ts'
import { createJob } from './contract.ts'

export const handler = endpoint(
  createJob,
  { jobs: openJobs, files: getJobFiles },
  (request, { jobs, files, caller: { accountId, keyId } }) => {
    const region = listAskedRegions(request.options.region).join()
    return create(request, { jobs, files, accountId, keyId, region, pricePerRow })
  },
  { check: ({ options }) => checkAskedRegion(options.region, 'options.region') },
)
