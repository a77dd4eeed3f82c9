// Runs a job step by step: create, upload, wait, show.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { job_id, upload } = await cairn.geocoding.jobs.create({ output: 'geojson' })
await cairn.geocoding.jobs.upload(upload, 'address\nVia Pegna 5, Pradetta\n')
const { counts } = await cairn.geocoding.jobs.wait({ job_id })
const { state } = await cairn.geocoding.jobs.show({ job_id })
console.log(state, counts.matched)

// Prints: succeeded 1
