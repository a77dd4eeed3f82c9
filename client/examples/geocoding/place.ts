// Reads a place by the id of an earlier result.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { results } = await cairn.geocoding.place({ id: 'osm:node/44560', lang: ['en'] })
console.log(results[0]?.name)

// Prints: Tschierv Museum
