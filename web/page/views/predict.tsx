import { facts } from '../facts.ts'
import { wordsOf } from '../format.ts'
import { Facts } from '../panel/facts-list.tsx'
import { Choice, Input } from '../panel/inputs.tsx'
import { Stops } from '../panel/stops.tsx'
import { fieldOf, numberField, useField } from './fields.ts'
import type { View } from './view.ts'

interface PredictAnswer {
  features: { geometry: never; properties: { score: number; probability: number } }[]
  summary: {
    hex_count: number
    area_km2: number
    outside_mass: number
    cone_removed_mass: number
    regions: { percent: number; hexes: number; area_km2: number; probability: number }[]
    notes: string[]
  }
  confidence: string
}

/** The shares of the regions that are told apart on the map, and their colours. */
const bands = [
  { share: 0.25, color: '#67000d', name: 'the likeliest quarter' },
  { share: 0.5, color: '#cb181d', name: 'to one half' },
  { share: 0.75, color: '#fb6a4a', name: 'to three quarters' },
  { share: 0.95, color: '#fcbba1', name: 'to 95 %' },
] as const
const least = { color: '#fff5f0', opacity: 0.12 }
const opacity = 0.55

/** Behaviours by the names that searchers use. */
const profileNames: Readonly<Record<string, string>> = {
  despondent: 'Despondent',
  dementia_alzheimers: 'Dementia (Alzheimer’s)',
}

export const predict: View = {
  id: 'predict',
  title: 'Missing person',
  hint: 'Click where the person was last seen.',
  isManual: 'Predict',
  request(state) {
    const [seen] = state.points
    const when = fieldOf(state, 'predict.when', '')
    const datetime = when === '' ? undefined : new Date(when)
    if (!seen || !datetime || Number.isNaN(datetime.getTime())) return undefined
    const age = numberField(state, 'predict.age', 0)
    const bearing = fieldOf(state, 'predict.bearing', '')
    return {
      operation: 'predict',
      input: {
        profile: fieldOf(state, 'predict.profile', facts.profiles[0]!),
        area: {
          type: 'circle',
          center: { lat: seen.lat, lng: seen.lon },
          radius_m: Math.round(1000 * numberField(state, 'predict.radius', 2)),
        },
        params: {
          datetime: datetime.toISOString().replace('.000Z', 'Z'),
          ...(age > 0 && { age_years: age }),
          ...(bearing.trim() !== '' && { initial_bearing_deg: Number(bearing) }),
          disableWeather: true,
        },
        format: 'geojson',
      },
    }
  },
  draw({ features }: PredictAnswer) {
    const total = features.reduce((sum, { properties }) => sum + properties.probability, 0)
    let before = 0
    const cells = features
      .toSorted((a, b) => b.properties.probability - a.properties.probability)
      .map(({ geometry, properties }) => {
        const band = bands.find(({ share }) => before < share * total)
        before += properties.probability
        const look = band ? { color: band.color, opacity } : least
        const drawn = { ...properties, kind: 'cell' as const, ...look }
        return { type: 'Feature' as const, geometry, properties: drawn }
      })
    return { features: cells }
  },
  Controls: PredictControls,
  Result: PredictResult,
}

function PredictControls() {
  return (
    <>
      <p class="warning">
        It ranks ground by published figures. It must never be the reason not to search a place, nor
        the only reason to search one; it knows nothing of this person.
      </p>
      <Stops max={1} title="Last seen" />
      <div class="fields">
        <Choice
          label="Behaviour"
          of={useField('predict.profile', facts.profiles[0]!)}
          choices={facts.profiles.map(
            (each) => [each, profileNames[each] ?? wordsOf(each)] as const,
          )}
          isWide
        />
        <Input
          label="Missing since (required)"
          of={useField('predict.when', '')}
          type="datetime-local"
        />
        <Input
          label="Radius, km"
          of={useField('predict.radius', '2')}
          type="number"
          min={0.5}
          max={5}
          step={0.5}
        />
        <Input
          label="Age, years"
          of={useField('predict.age', '')}
          type="number"
          min={1}
          max={120}
        />
        <Input
          label="Left in direction, degrees"
          of={useField('predict.bearing', '')}
          type="number"
          min={0}
          max={360}
        />
      </div>
    </>
  )
}

function percent(share: number): string {
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
          ['Area', `${summary.area_km2.toFixed(1)} km²`],
          ['Outside of it', percent(summary.outside_mass)],
          [
            'Beyond the cone',
            summary.cone_removed_mass > 0 ? percent(summary.cone_removed_mass) : '',
          ],
        ]}
      />
      <table>
        <thead>
          <tr>
            <th scope="col">Fewest hexagons for</th>
            <th scope="col" class="number">
              Hexagons
            </th>
            <th scope="col" class="number">
              Area
            </th>
          </tr>
        </thead>
        <tbody>
          {summary.regions.map((region) => (
            <tr key={region.percent}>
              <th scope="row">{region.percent} %</th>
              <td class="number">{region.hexes}</td>
              <td class="number">{region.area_km2.toFixed(2)} km²</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ul class="places">
        {summary.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  )
}
