// Finds bakeries along a route, with the shortest detour first.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { places } = await cairn.routing.searchAlongRoute({
  locations: [
    { lat: 46.38566, lon: -28.446065 },
    { lat: 46.449386, lon: -28.410364 },
  ],
  search: 'bakery',
})
for (const { place, detour_seconds } of places.slice(0, 2)) console.log(place.name, detour_seconds)

// Prints: Furnaria Verd 18; Furnaria Chamutsch 28
