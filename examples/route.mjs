// Compares a walk and a bicycle ride between two places of the demo island: distance, time, ascent.
//
//   CAIRN_KEY=sk_live_... node examples/route.mjs
//
// CAIRN_URL is the server (http://127.0.0.1:3000). Needs no package; any Node from 20 runs it.
// @ts-check

/**
 * @typedef {{ lat: number, lon: number }} Location
 * @typedef {'auto' | 'pedestrian' | 'bicycle' | 'bus' | 'truck'} Travel
 * @typedef {object} Route
 * @property {number} distance_meters
 * @property {number} duration_seconds
 * @property {{ total_ascent_meters: number, max_grade_percent: number }} [terrain] absent in regions
 *   without elevation
 */

const { CAIRN_URL = 'http://127.0.0.1:3000', CAIRN_KEY = '' } = process.env

/**
 * @param {Location[]} locations 2 to 20, in order
 * @param {Travel} travel
 * @returns {Promise<{ route: Route, chargedUsd: string | null }>}
 */
async function findRoute(locations, travel) {
  const response = await fetch(`${CAIRN_URL}/v1/routing/route`, {
    method: 'POST',
    headers: { 'x-api-key': CAIRN_KEY, 'content-type': 'application/json' },
    body: JSON.stringify({ locations, travel }),
    signal: AbortSignal.timeout(30_000),
  })
  const body = /** @type {any} */ (await response.json())
  if (!response.ok) throw new Error(`${response.status}: ${JSON.stringify(body)}`)
  return { route: body.route, chargedUsd: response.headers.get('x-charged') }
}

const locations = [
  { lat: 46.413945, lon: -28.435479 },
  { lat: 46.449386, lon: -28.410364 },
]
for (const travel of /** @type {const} */ (['pedestrian', 'bicycle'])) {
  const { route, chargedUsd } = await findRoute(locations, travel)
  const kilometers = (route.distance_meters / 1000).toFixed(1)
  const minutes = Math.round(route.duration_seconds / 60)
  const ascent = route.terrain ? `${route.terrain.total_ascent_meters} m up` : 'no elevation'
  console.log(`${travel}: ${kilometers} km, ${minutes} min, ${ascent} (charged ${chargedUsd} USD)`)
}
