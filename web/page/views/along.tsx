import { formatDistance, formatDuration } from '../format.ts'
import { Input } from '../panel/inputs.tsx'
import { PlaceList } from '../panel/place-list.tsx'
import { TripForm } from '../panel/trip-form.tsx'
import { readField, readNumberField, useField } from './fields.ts'
import {
  describeRoute,
  type FoundRoute,
  makePointFeature,
  makeRouteFeatures,
} from './route-lines.ts'
import { selectTravel, toLocations } from './travel.ts'
import type { View } from './view.ts'

interface AlongAnswer {
  route: FoundRoute
  places: {
    place: { name?: string; label: string; coordinates: { lat: number; lng: number } }
    detour_seconds: number
    detour_meters: number
  }[]
}

export const along: View = {
  id: 'along',
  title: 'On the way',
  hint: 'Click for start and destination, and say what to look for on the way.',
  request(state) {
    const search = readField(state, 'along.search', 'restaurant').trim()
    if (state.points.length < 2 || search === '') return undefined
    const minutes = readNumberField(state, 'along.minutes', 10)
    return {
      operation: 'routing/search-along-route',
      input: {
        locations: toLocations(state).slice(0, 20),
        search,
        ...selectTravel(state),
        max_detour_seconds: Math.min(3600, Math.max(60, minutes * 60)),
      },
    }
  },
  draw({ route, places }: AlongAnswer) {
    const marks = places.map(
      ({
        place: {
          name,
          label,
          coordinates: { lat, lng },
        },
      }) => makePointFeature({ lat, lon: lng }, { kind: 'place', label: name ?? label }),
    )
    return { features: [...makeRouteFeatures(route, false), ...marks], ...describeRoute(route) }
  },
  Controls: AlongControls,
  Result: ({ answer }: { answer: AlongAnswer }) => (
    <PlaceList
      empty="Nothing of the kind within the detour."
      places={answer.places.map(({ place, detour_seconds, detour_meters }) => ({
        name: place.name ?? place.label,
        label: place.label,
        lat: place.coordinates.lat,
        lon: place.coordinates.lng,
        note: formatDetour(detour_seconds, detour_meters),
      }))}
    />
  ),
}

function formatDetour(seconds: number, meters: number): string {
  if (seconds < 1 && meters < 1) return 'no detour'
  return `+${formatDuration(seconds)}, ${formatDistance(meters)}`
}

function AlongControls() {
  return (
    <TripForm maxStops={20}>
      <div class="fields">
        <Input label="Look for" of={useField('along.search', 'restaurant')} />
        <Input
          label="Longest detour, minutes"
          of={useField('along.minutes', '10')}
          type="number"
          min={1}
          max={60}
        />
      </div>
    </TripForm>
  )
}
