import { formatArea } from '../format.ts'
import { Facts } from '../panel/facts-list.tsx'
import { NumberTable } from '../panel/number-table.tsx'
import { Scrolled } from '../panel/scrolled.tsx'
import { store } from '../store.ts'
import { PredictControls } from './predict-controls.tsx'
import { buildPredictInput } from './predict-input.ts'
import { drawPredictSketch } from './predict-sketch.ts'
import type { View } from './view.ts'

interface SegmentResult {
  name: string
  probability: number
  density_per_km2: number
}

interface PredictAnswer {
  features: { geometry: never; properties: { score: number; probability: number } }[]
  summary: {
    hex_count: number
    area_km2: number
    /** Null for a path. */
    outside_mass: number | null
    outside_mass_reason?: string
    segments?: SegmentResult[]
    searched?: { probability_of_success: number }
    suggested_origin?: { lat: number; lng: number }
    cone_removed_mass: number
    regions: { percent: number; hexes: number; area_km2: number; probability: number }[]
    notes: string[]
  }
  confidence: string
}

/** Bands of cumulative probability on the map, with their colours. */
const bands = [
  { share: 0.25, color: '#67000d', name: 'the likeliest quarter' },
  { share: 0.5, color: '#cb181d', name: 'to one half' },
  { share: 0.75, color: '#fb6a4a', name: 'to three quarters' },
  { share: 0.95, color: '#fcbba1', name: 'to 95 %' },
] as const
const lastBand = { color: '#fff5f0', opacity: 0.12 }
const opacity = 0.55

export const predict: View = {
  id: 'predict',
  title: 'Missing person',
  hint: 'Mark on the map where to search, and say since when the person is missing.',
  buttonLabel: 'Predict',
  request(state) {
    const input = buildPredictInput(state, state.files)
    return input && { operation: 'predict', input }
  },
  sketch: (state) => drawPredictSketch(state, state.files),
  draw({ features }: PredictAnswer) {
    const total = features.reduce((sum, { properties }) => sum + properties.probability, 0)
    let before = 0
    const cells = features
      .toSorted((a, b) => b.properties.probability - a.properties.probability)
      .map(({ geometry, properties }) => {
        const band = bands.find(({ share }) => before < share * total)
        before += properties.probability
        const look = band
          ? { color: band.color, opacity, item: `Hexagons, ${band.name}` }
          : { ...lastBand, item: 'Hexagons, the rest' }
        const drawn = { ...properties, kind: 'cell' as const, ...look }
        return { type: 'Feature' as const, geometry, properties: drawn }
      })
    return { features: cells }
  },
  Controls: PredictControls,
  Result: PredictResult,
}

function formatPercent(share: number): string {
  return `${Math.round(100 * share)} %`
}

function PredictResult({ answer: { summary, confidence } }: { answer: PredictAnswer }) {
  return (
    <>
      <ul class="legend" aria-label="Colours of the hexagons">
        {bands.map(({ color, name }) => (
          <li key={color}>
            <span class="swatch" style={{ background: color }} />
            {name}
          </li>
        ))}
      </ul>
      <Facts
        facts={[
          ['Confidence', confidence],
          ['Area', formatArea(1e6 * summary.area_km2)],
          [
            'Outside of it',
            summary.outside_mass === null ? '' : formatPercent(summary.outside_mass),
          ],
          [
            'Beyond the cone',
            summary.cone_removed_mass > 0 ? formatPercent(summary.cone_removed_mass) : '',
          ],
          [
            'Searches found',
            summary.searched && formatPercent(summary.searched.probability_of_success),
          ],
        ]}
      />
      {summary.outside_mass_reason && <p class="hint">{summary.outside_mass_reason}</p>}
      {summary.suggested_origin && <SuggestedOrigin origin={summary.suggested_origin} />}
      {summary.segments && <Segments segments={summary.segments} />}
      <NumberTable
        columns={['Fewest hexagons for', 'Hexagons', 'Area']}
        rows={summary.regions.map(({ percent, hexes, area_km2 }) => ({
          name: `${percent} %`,
          numbers: [String(hexes), `${area_km2.toFixed(2)} km²`],
        }))}
      />
      <ul class="places">
        {summary.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  )
}

/** Offers the nearest mapped ground if the place last seen is on open water or beyond the data. */
function SuggestedOrigin({ origin: { lat, lng } }: { origin: { lat: number; lng: number } }) {
  const { points } = store.get()
  return (
    <p class="warning">
      <span>The place is on open water or beyond the data.</span>
      <button
        type="button"
        onClick={() => store.edit({ points: [{ lat, lon: lng }, ...points.slice(1)] })}
      >
        Take the nearest ground
      </button>
    </p>
  )
}

/** Table of the segments, highest density first: where a team finds most. */
function Segments({ segments }: { segments: SegmentResult[] }) {
  return (
    <Scrolled name="Segments">
      <NumberTable
        columns={['Segment', 'Probability', 'Per km²']}
        rows={segments
          .toSorted((a, b) => b.density_per_km2 - a.density_per_km2)
          .map(({ name, probability, density_per_km2 }) => ({
            name: <bdi>{name}</bdi>,
            numbers: [
              `${(100 * probability).toFixed(1)} %`,
              `${(100 * density_per_km2).toFixed(1)} %`,
            ],
          }))}
      />
    </Scrolled>
  )
}
