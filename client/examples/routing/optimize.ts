// Finds the best order of five stops, and the distance it saves.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { optimized_order, savings } = await cairn.routing.optimize({
  locations: [
    { lat: 46.38566, lon: -28.446065 },
    { lat: 46.449386, lon: -28.410364 },
    { lat: 46.413945, lon: -28.435479 },
    { lat: 46.436097, lon: -28.418836 },
    { lat: 46.513845, lon: -28.400642 },
  ],
})
console.log(optimized_order, savings?.distance_saved_meters)

// Prints: [0,2,3,1,4] 10184
