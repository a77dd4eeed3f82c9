// Lists the newest jobs; `all` lists every job, page by page.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { job_id } = await cairn.geocoding.jobs.create({})
const { jobs } = await cairn.geocoding.jobs.list({ limit: 1 })
console.log(jobs[0]?.job_id === job_id)
for await (const job of cairn.geocoding.jobs.all({ limit: 1 })) {
  if (job.job_id === job_id) console.log(job.state)
}

// Prints: true; awaiting_upload
