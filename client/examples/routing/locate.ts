// Finds the nearest road to a point, with its name and distance.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { locations } = await cairn.routing.locate({
  locations: [{ lat: 46.4206, lon: -28.4301 }],
  verbose: true,
})
console.log(locations[0]?.distance_meters, locations[0]?.edges?.[0]?.names)

// Prints: 112.8 ["Strada dal Lai","S1"]
