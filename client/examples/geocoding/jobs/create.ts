// Geocodes a file of addresses as a job. `openAsBlob(path)` streams a file from the disk.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const file = 'id,address\n1,"Via Pegna 5, Pradetta"\n2,"Senda Ruvina 6a, Lagrin"\n'
const result = await cairn.geocoding.jobs.run(file, { format: 'csv' })
const rows = (await result.text()).trim().split('\n')
console.log(rows.length, rows[0])

// Prints: 3 id,address,lat,lng,label,confidence,place_type,match_type,geocode_id,error
