// Plans a route to a place by its name.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { destination, route } = await cairn.routing.findAndRoute({
  origin: { lat: 46.413945, lon: -28.435479 },
  destination: 'Museum Tschierv',
  travel: 'pedestrian',
})
console.log(`${destination.label}: ${route.distance_meters} m`)

// Prints: Museum Tschierv, Via Curtinas 12, 1130 Pradetta, Isla Carvenna: 4988 m
