// Finds a house by the parts of its address.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { results } = await cairn.geocoding.structuredSearch({
  address: 'Via Pegna 5',
  postalcode: '1130',
  locality: 'Pradetta',
  size: 1,
})
console.log(results[0]?.coordinates)

// Prints: {"lat":46.446855,"lng":-28.408717}
