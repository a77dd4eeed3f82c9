import { accountLimits, freePlanBytes, JobCreated, JobRequest } from '#places/jobs/schemas'
import { formatUsd } from '#platform/accounts'
import { microdollars, operation } from '../../../../lib/platform/api/operation.ts'
import { pricePerRow } from '../../../jobs/price.ts'

export const createJob = operation({
  id: 'geocoding/jobs/create',
  method: 'POST',
  path: '/v1/geocoding/jobs',
  status: 201,
  summary: 'Create a batch job for a file of addresses',
  description:
    'A job geocodes every row of a CSV file, or of a file with one JSON object a line, up to 2 GB. The ' +
    'answer says where to upload the file; the upload starts the job. The result has the rows in their ' +
    'order with all their columns, and added ones: `lat`, `lng`, `label`, `confidence`, `place_type`, ' +
    '`match_type`, `id` and `error` (`geocode_` before a name that the file has). Creating, showing, ' +
    'listing and cancelling jobs is free; creating one needs a balance of at least the price of one row. ' +
    'An account has at most ' +
    `${accountLimits.maxAwaiting} jobs that await their upload and ${accountLimits.maxRunning} that have their file and have not ended, and ` +
    `${accountLimits.maxBytes / 1024 ** 3} GB of files, awaited uploads included: 429 beyond. Each row that is answered, matched or not, costs ` +
    `${formatUsd(pricePerRow)} USD when the job succeeds; until then the price of all rows is set aside. Over ` +
    `${freePlanBytes / 1024 ** 2} MB a file is read on only while the balance covers the rows read so far.`,
  price: microdollars(0),
  minBalance: pricePerRow,
  needs: ['jobs'],
  input: JobRequest,
  output: JobCreated,
  errors: [],
  examples: [
    { name: 'defaults', summary: 'Columns recognised by their names', request: {} },
    {
      name: 'customers',
      summary: 'Named columns of a CSV file, points as GeoJSON',
      request: {
        format: 'csv',
        columns: { address: 'Street and number', postalcode: 'ZIP', locality: 'Town' },
        options: { lang: ['it'] },
        output: 'geojson',
      },
    },
  ],
})
