// Reads the heights along a line, and its ascent.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { range_height, summary } = await cairn.routing.elevation({
  shape: [
    { lat: 46.413945, lon: -28.435479 },
    { lat: 46.449386, lon: -28.410364 },
  ],
  resample_distance: 500,
  range: true,
})
console.log(range_height?.length, summary.total_ascent_meters)

// Prints: 10 141.6
