// Compares car, bicycle and walking.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { routes, comparison } = await cairn.routing.compare({
  locations: [
    { lat: 46.413945, lon: -28.435479 },
    { lat: 46.436097, lon: -28.418836 },
  ],
  travel_modes: ['auto', 'bicycle', 'pedestrian'],
})
console.log(Object.keys(routes), comparison.fastest)

// Prints: ["auto","bicycle","pedestrian"] auto
