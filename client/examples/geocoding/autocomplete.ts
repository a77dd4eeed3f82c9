// Suggests places while the user types. The next key press aborts the previous call.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const typing = new AbortController()
const { results } = await cairn.geocoding.autocomplete(
  { text: 'via prin', 'focus.point.lat': 46.351, 'focus.point.lon': -28.374, size: 2 },
  { signal: typing.signal, timeoutMs: 2000 },
)
console.log(results.map(({ label }) => label))

// Prints: ["Via Principala, 1019 Farolan, Isla Carvenna","Via Principala, 2110 Ziravel, Isla Carvenna"]
