// Splits an address into its parts.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { components } = await cairn.geocoding.parse({ text: '12 bis rue de la Paix, 75002 Paris' })
console.log(components)

// Prints: {"house_number":"12 bis","road":"rue de la Paix","postcode":"75002","city":"Paris"}
