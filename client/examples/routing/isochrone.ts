// Finds the area within 10 and 20 minutes on foot, as GeoJSON for a map.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { features } = await cairn.routing.isochrone({
  locations: [{ lat: 46.413945, lon: -28.435479 }],
  travel: 'pedestrian',
  contours: [{ time: 10 }, { time: 20 }],
  format: 'geojson',
})
for (const { geometry, properties } of features) {
  if (properties.kind === 'contour') console.log(`${properties.value} min: ${geometry.type}`)
}

// Prints: 20 min: Polygon; 10 min: Polygon
