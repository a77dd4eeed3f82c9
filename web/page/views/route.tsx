import { useState } from 'preact/hooks'
import { formatDistance, formatDuration } from '../format.ts'
import { Facts } from '../panel/facts-list.tsx'
import { Choice, Input } from '../panel/inputs.tsx'
import { TripForm } from '../panel/trip-form.tsx'
import { TurnList } from '../panel/turn-list.tsx'
import { store, useStore } from '../store.ts'
import { readField, readNumberField, useField } from './fields.ts'
import { grades } from './grades.ts'
import {
  decodeRoute,
  describeRoute,
  type FoundRoute,
  makeLineFeature,
  makeRouteFeatures,
} from './route-lines.ts'
import { selectTravel, toLocations } from './travel.ts'
import type { View } from './view.ts'

interface RouteAnswer {
  route: FoundRoute
  alternates?: FoundRoute[]
}

/** Index of the route shown. 0 is the recommended route. */
let shownIndex = 0

function listRoutes(answer: RouteAnswer): FoundRoute[] {
  return [answer.route, ...(answer.alternates ?? [])]
}

function nameRoute(index: number): string {
  return index === 0 ? 'Recommended' : `Other ${index}`
}

function drawRoutes(answer: RouteAnswer, shown: number) {
  const routes = listRoutes(answer)
  const main = routes[shown] ?? answer.route
  const others = routes.flatMap((route, i) =>
    route === main
      ? []
      : [
          makeLineFeature(decodeRoute(route), {
            kind: 'alternate',
            alternate: i,
            item: nameRoute(i),
          }),
        ],
  )
  return { features: [...others, ...makeRouteFeatures(main, true)], ...describeRoute(main) }
}

export const route: View = {
  id: 'route',
  title: 'Route',
  hint: 'Click on the map for the start and the destination, or search for them above.',
  request(state) {
    const roundTrip = readNumberField(state, 'route.loop', 0)
    if (state.points.length === 0 || (state.points.length === 1 && roundTrip <= 0)) return undefined
    const alternates = readNumberField(state, 'route.alternates', 0)
    const departure = readField(state, 'route.departure', '')
    return {
      operation: 'routing/route',
      input: {
        locations: toLocations(state),
        ...selectTravel(state),
        ...(state.points.length === 1 && { round_trip: { distance_meters: roundTrip * 1000 } }),
        ...(state.points.length === 2 && alternates > 0 && { alternates }),
        ...(departure && { departure_time: departure }),
      },
    }
  },
  draw(answer: RouteAnswer) {
    shownIndex = 0
    return drawRoutes(answer, 0)
  },
  Controls: RouteControls,
  Result: RouteResult,
}

function RouteControls() {
  const loop = useField('route.loop', '0')
  const points = useStore((state) => state.points)
  return (
    <TripForm
      maxStops={20}
      options={
        <>
          <Choice
            label="Other routes"
            of={useField('route.alternates', '0')}
            choices={['0', '1', '2', '3']}
          />
          <Input
            label="Departure, local time"
            of={useField('route.departure', '')}
            type="datetime-local"
          />
          {points.length < 2 && (
            <Input label="Round trip, km" of={loop} type="number" min={0} max={100} />
          )}
        </>
      }
    />
  )
}

function RouteResult({ answer }: { answer: RouteAnswer }) {
  const [shown, setShown] = useState({ answer, index: shownIndex })
  const index = shown.answer === answer ? shown.index : 0
  const routes = listRoutes(answer)
  const main = routes[index] ?? answer.route
  return (
    <>
      {routes.length > 1 && (
        <fieldset class="choices">
          <legend>Routes</legend>
          {routes.map((each, i) => (
            <label key={i} class={i === index ? 'choice chosen' : 'choice'}>
              <input
                type="radio"
                name="route"
                checked={i === index}
                onChange={() => {
                  shownIndex = i
                  setShown({ answer, index: i })
                  store.set({ drawing: drawRoutes(answer, i), selection: undefined })
                }}
              />
              {nameRoute(i)}: {formatDuration(each.duration_seconds)},{' '}
              {formatDistance(each.distance_meters)}
            </label>
          ))}
        </fieldset>
      )}
      <RouteFacts route={main} />
      <TurnList route={main} />
    </>
  )
}

/** Time, distance and climb of a route. */
export function RouteFacts({ route }: { route: FoundRoute }) {
  const { terrain } = route
  return (
    <>
      {route.narrative && <p class="narrative">{route.narrative}</p>}
      <Facts
        facts={[
          ['Time', formatDuration(route.duration_seconds)],
          ['Distance', formatDistance(route.distance_meters)],
          ['Ascent', terrain && `${Math.round(terrain.total_ascent_meters)} m`],
          ['Descent', terrain && `${Math.round(terrain.total_descent_meters)} m`],
          ['Steepest', terrain && `${terrain.max_grade_percent} %`],
          ['Terrain', terrain?.difficulty],
        ]}
      />
      {terrain && (
        <ul class="legend" aria-label="Colours of the grades">
          {grades.map(({ name, color }) => (
            <li key={name}>
              <span class="swatch" style={{ background: color }} />
              {name}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
