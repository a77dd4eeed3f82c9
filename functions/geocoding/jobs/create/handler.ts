import { endpoint } from '../../../../lib/api/index.ts'
import { createJob as create, openJobs } from '../../../../lib/jobs/index.ts'
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
