// Predicts where to look first for a missing person. The account needs the grant `predict`.
import { CairnClient } from 'cairn-client'

const cairn = new CairnClient({ url: process.env.CAIRN_URL!, key: process.env.CAIRN_KEY! })

const { results, summary } = await cairn.predict({
  profile: 'dementia_alzheimers',
  area: { type: 'circle', center: { lat: 46.413945, lng: -28.435479 }, radius_m: 1000 },
  params: { datetime: '2026-03-14T16:30:00+01:00', age_years: 78, disableWeather: true },
})
console.log(summary.hex_count, results[0]?.score)

// Prints: 185 30
