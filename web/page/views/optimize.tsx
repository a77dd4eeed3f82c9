import { formatDistance, formatDuration, formatPosition, toLetter } from '../format.ts'
import { Check } from '../panel/inputs.tsx'
import { TripForm } from '../panel/trip-form.tsx'
import { TurnList } from '../panel/turn-list.tsx'
import { store, useStore } from '../store.ts'
import { useField } from './fields.ts'
import { RouteFacts } from './route.tsx'
import { describeRoute, type FoundRoute, makeRouteFeatures } from './route-lines.ts'
import { selectTravel, toLocations } from './travel.ts'
import type { View } from './view.ts'

interface OptimizeAnswer {
  route: FoundRoute
  optimized_order: number[]
  savings: { distance_saved_meters: number; time_saved_seconds: number; time_saved_percent: number }
}

const offered = ['auto', 'bicycle', 'pedestrian'] as const

export const optimize: View = {
  id: 'optimize',
  title: 'Best order',
  hint: 'Click for at least four stops, or three with a return to the start.',
  request(state) {
    const isRound = state.fields['optimize.round'] === 'yes'
    const [start] = state.points
    const points = isRound && start ? [...state.points, start] : state.points
    if (points.length < 4) return undefined
    const travel = offered.find((type) => type === state.travel) ?? 'auto'
    return {
      operation: 'routing/optimize',
      input: {
        locations: toLocations({ points }).slice(0, 50),
        ...selectTravel({ ...state, travel }),
      },
    }
  },
  draw({ route }: OptimizeAnswer) {
    return { features: makeRouteFeatures(route, true), ...describeRoute(route) }
  },
  Controls: OptimizeControls,
  Result: OptimizeResult,
}

function OptimizeControls() {
  const [round, setRound] = useField('optimize.round', 'no')
  return (
    <TripForm travelTypes={offered} maxStops={50}>
      <Check
        label="Return to the start"
        isChecked={round === 'yes'}
        set={(isRound) => setRound(isRound ? 'yes' : 'no')}
      />
    </TripForm>
  )
}

function OptimizeResult({ answer }: { answer: OptimizeAnswer }) {
  const points = useStore((state) => state.points)
  const { optimized_order, savings, route } = answer
  const ordered = optimized_order.flatMap((index) => points[index % points.length] ?? [])
  return (
    <>
      <p>
        {savings.time_saved_seconds > 0
          ? `This order saves ${formatDuration(savings.time_saved_seconds)} (${Math.round(savings.time_saved_percent)} %) and ${formatDistance(savings.distance_saved_meters)}.`
          : 'The order given is the best.'}
      </p>
      <ol class="places">
        {ordered.map((point, i) => (
          <li key={i}>
            {toLetter(optimized_order[i]! % points.length)}{' '}
            <bdi>{point.label ?? formatPosition(point)}</bdi>
          </li>
        ))}
      </ol>
      <button
        type="button"
        onClick={() => store.edit({ points: [...new Set(ordered)], view: 'route' })}
      >
        Use this order as a route
      </button>
      <RouteFacts route={route} />
      <TurnList route={route} />
    </>
  )
}
