import { formatDistance, formatDuration } from '../format.ts'
import { Chips } from '../panel/inputs.tsx'
import { NumberTable } from '../panel/number-table.tsx'
import { Stops } from '../panel/stops.tsx'
import { type PageTravel, travelNames, travelTypes } from '../state.ts'
import { readField, useField } from './fields.ts'
import { decodeRoute, type FoundRoute, makeLineFeature } from './route-lines.ts'
import { toLocations } from './travel.ts'
import type { View } from './view.ts'

interface CompareAnswer {
  routes: Partial<Record<PageTravel, FoundRoute>>
  comparison: { fastest: string; shortest: string; easiest: string | null; summary: string }
}

const usual = 'auto,bicycle,pedestrian'
const colors: Readonly<Record<PageTravel, string>> = {
  auto: '#0b5cad',
  bicycle: '#1a7f5a',
  pedestrian: '#b3261e',
  bus: '#8250df',
  truck: '#9a6700',
}

function parseModes(text: string): PageTravel[] {
  return travelTypes.filter((type) => text.split(',').includes(type)).slice(0, 4)
}

export const compare: View = {
  id: 'compare',
  title: 'Compare',
  hint: 'Click for start and destination, and choose at least two ways to travel.',
  request(state) {
    const travel_modes = parseModes(readField(state, 'compare.modes', usual))
    if (state.points.length < 2 || travel_modes.length < 2) return undefined
    const set = Object.entries(state.options).filter(
      ([type, options]) =>
        travel_modes.includes(type as PageTravel) && Object.keys(options).length > 0,
    )
    return {
      operation: 'routing/compare',
      input: {
        locations: toLocations(state).slice(0, 20),
        travel_modes,
        ...(set.length > 0 && { travel_options: Object.fromEntries(set) }),
      },
    }
  },
  draw({ routes }: CompareAnswer) {
    const found = Object.entries(routes)
    const lines = found.map(([type, route], i) =>
      makeLineFeature(decodeRoute(route), {
        kind: 'route',
        color: colors[type as PageTravel],
        item: travelNames[type as PageTravel],
        offset: 6 * (i - (found.length - 1) / 2),
      }),
    )
    return { features: lines }
  },
  Controls: CompareControls,
  Result: CompareResult,
}

function CompareControls() {
  const [text, setText] = useField('compare.modes', usual)
  const modes = parseModes(text)
  return (
    <>
      <Chips
        label="Ways to travel"
        choices={travelTypes.map((type) => [type, travelNames[type]] as const)}
        chosen={modes}
        toggle={(type) => {
          const others = modes.filter((mode) => mode !== type)
          setText((modes.includes(type) ? others : [...modes, type]).join(','))
        }}
        isMultiple
      />
      <Stops max={20} />
    </>
  )
}

function CompareResult({ answer }: { answer: CompareAnswer }) {
  const { fastest, shortest, easiest, summary } = answer.comparison
  const titles = (type: string) =>
    [
      type === fastest && 'fastest',
      type === shortest && 'shortest',
      type === easiest && 'easiest',
    ].filter(Boolean)
  return (
    <>
      <p>{summary}</p>
      <div class="scroll">
        <NumberTable
          columns={['By', 'Time', 'Distance', 'Ascent']}
          rows={Object.entries(answer.routes).map(([type, route]) => ({
            name: (
              <>
                <span class="swatch" style={{ background: colors[type as PageTravel] }} />
                {travelNames[type as PageTravel]} <small>{titles(type).join(', ')}</small>
              </>
            ),
            numbers: [
              formatDuration(route.duration_seconds),
              formatDistance(route.distance_meters),
              route.terrain ? `${Math.round(route.terrain.total_ascent_meters)} m` : '–',
            ],
          }))}
        />
      </div>
    </>
  )
}
