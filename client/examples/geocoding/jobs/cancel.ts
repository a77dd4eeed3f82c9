// Cancels a job.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { job_id } = await cairn.geocoding.jobs.create({})
const { state } = await cairn.geocoding.jobs.cancel({ job_id })
console.log(state)

// Prints: cancelled
