// Finds the address at a position.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { results } = await cairn.geocoding.reverse({ lat: 46.446855, lon: -28.408717 })
console.log(results[0]?.label)

// Prints: Via Pegna 5, 1130 Pradetta, Isla Carvenna
