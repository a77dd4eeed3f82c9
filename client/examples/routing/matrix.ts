// Computes driving times from two depots to two customers.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { matrix } = await cairn.routing.matrix({
  sources: [
    { lat: 46.38566, lon: -28.446065 },
    { lat: 46.513845, lon: -28.400642 },
  ],
  targets: [
    { lat: 46.413945, lon: -28.435479 },
    { lat: 46.449386, lon: -28.410364 },
  ],
})
console.log(matrix.map((row) => row.map((cell) => cell?.duration_seconds)))

// Prints: [[222,468],[1404,1340]]
