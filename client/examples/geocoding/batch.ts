// Geocodes several addresses in one call.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { results } = await cairn.geocoding.batch({
  items: [{ text: 'Via Runcalet 34, Nevrin' }, { street: 'Senda Ruvina', locality: 'Lagrin' }],
})
for (const { results: found } of results) console.log(found[0]?.label)

// Prints: Via Runcalet 34, 2010 Nevrin, Isla Carvenna; Senda Ruvina, 1120 Lagrin, Isla Carvenna
