// Matches a GPS trace to the roads it was driven on.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { route } = await cairn.routing.snap({
  shape: [
    { lat: 46.413905, lon: -28.435539, time: 0 },
    { lat: 46.415707, lon: -28.434621, time: 16 },
    { lat: 46.41771, lon: -28.433456, time: 32 },
    { lat: 46.419693, lon: -28.432323, time: 48 },
  ],
})
console.log(route.distance_meters)

// Prints: 684
