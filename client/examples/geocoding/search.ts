// Finds a place by its name. `withFacts` adds the charge of the call.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { data, facts } = await cairn.geocoding
  .search({ text: 'Museum Tschierv', size: 1 })
  .withFacts()
console.log(data.results[0]?.label, facts.chargedUsd)

// Prints: Museum Tschierv, Via Curtinas 12, 1130 Pradetta, Isla Carvenna 0.0003
