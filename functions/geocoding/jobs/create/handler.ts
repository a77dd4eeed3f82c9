import { createJob as create, openJobs } from '#places/jobs'
import { endpoint } from '#platform/api'
import { jobFiles } from '../../../jobs/job-files.ts'
import { pricePerRow } from '../../../jobs/price.ts'
import { askedRegion, checkAskedRegion } from '../../../regions/index.ts'
import { createJob } from './contract.ts'

export const handler = endpoint(
  createJob,
  { jobs: openJobs, files: jobFiles },
  (request, { jobs, files, caller: { accountId, keyId } }) => {
    const region = askedRegion(request.options.region).join()
    return create(request, { jobs, files, accountId, keyId, region, pricePerRow })
  },
  { check: ({ options }) => checkAskedRegion(options.region, 'options.region') },
)
