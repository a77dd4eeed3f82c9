// Corrects mistyped addresses and lists each difference.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { results } = await cairn.ai.parseAddress({ addresses: [{ text: 'via pegna 5 Pradeta' }] })
console.log(results[0]?.corrected)
for (const { field, type } of results[0]?.corrections ?? []) console.log(field, type)

// Prints: Via Pegna 5, 1130 Pradetta, Isla Carvenna; road reformatted; locality typo; postcode inferred; country inferred
