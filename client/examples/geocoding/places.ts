// Finds restaurants within 2 km of a town.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { results } = await cairn.geocoding.places({
  query: 'restaurant',
  near: 'Port Serrin',
  radius: 2,
  size: 2,
})
for (const { name, distance_meters } of results) console.log(name, distance_meters)

// Prints: Ustaria Nov Chalet 134.2; Trattoria Farel 287.1
