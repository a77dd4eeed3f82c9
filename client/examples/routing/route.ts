// Plans a bicycle ride with its ascent, then the same ride as GeoJSON for a map.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const locations = [
  { lat: 46.413945, lon: -28.435479 },
  { lat: 46.449386, lon: -28.410364 },
]
const { route } = await cairn.routing.route({ locations, travel: 'bicycle' })
console.log(`${route.distance_meters} m, ${route.terrain?.total_ascent_meters} m up`)

const { features } = await cairn.routing.route({ locations, travel: 'bicycle', format: 'geojson' })
console.log(features[0]?.geometry.type)

// Prints: 7499 m, 167.6 m up; LineString
