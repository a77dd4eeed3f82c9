// Answers a question in plain words.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { intent, summary } = await cairn.ai.query({
  query: 'How long is the walk from Via Pegna 5, Pradetta to Museum Tschierv?',
})
console.log(`${intent}: ${summary}`)

// Prints: route: The route Via Pegna 5 – Tschierv Museum on foot is 280 m long and takes 4 minutes. It climbs 8 m, descends 2 m and is gently rolling.
