import { Input } from '../panel/inputs.tsx'
import { PlaceList } from '../panel/place-list.tsx'
import { TripForm } from '../panel/trip-form.tsx'
import { readField, useField } from './fields.ts'
import { makePointFeature } from './route-lines.ts'
import { selectTravel, toLocations } from './travel.ts'
import type { View } from './view.ts'

interface ReachablePlace {
  name: string
  label: string
  coordinates: { lat: number; lng: number }
}

interface IsochroneAnswer {
  contours: {
    metric: 'time' | 'distance'
    value: number
    geometry: never
    reachable_places?: ReachablePlace[]
  }[]
}

const colors = ['#0b5cad', '#1a7f5a', '#b7791f', '#b3261e']
const maxContours = 4

function parseContours(minutes: string, kilometers: string): Record<string, number>[] {
  const numbers = (text: string, max: number) =>
    text
      .split(/[\s,;]+/)
      .map(Number)
      .filter((value) => value > 0 && value <= max)
  const times = numbers(minutes, 120).map((time) => ({ time }))
  const distances = numbers(kilometers, 100).map((distance) => ({ distance }))
  return [...times, ...distances].slice(0, maxContours)
}

export const isochrone: View = {
  id: 'isochrone',
  title: 'Reach',
  hint: 'Click on the map, or search, for where to start.',
  request(state) {
    const minutes = readField(state, 'isochrone.minutes', '15, 30')
    const contours = parseContours(minutes, readField(state, 'isochrone.kilometers', ''))
    if (state.points.length === 0 || contours.length === 0) return undefined
    const [start] = toLocations(state)
    return {
      operation: 'routing/isochrone',
      input: { locations: [start], ...selectTravel(state), contours },
    }
  },
  draw({ contours }: IsochroneAnswer) {
    // The widest area comes first, so that the others lie on top.
    const areas = contours.map((contour, i) => ({
      type: 'Feature' as const,
      geometry: contour.geometry,
      properties: {
        kind: 'area' as const,
        color: colors[i]!,
        opacity: 0.2,
        item: `Reach of ${formatContour(contour)}`,
      },
    }))
    const places = contours[0]?.reachable_places ?? []
    const marks = places.map(({ name, coordinates: { lat, lng } }) =>
      makePointFeature({ lat, lon: lng }, { kind: 'place', label: name }),
    )
    return { features: [...areas.toReversed(), ...marks] }
  },
  Controls: IsochroneControls,
  Result: IsochroneResult,
}

function formatContour({ metric, value }: { metric: string; value: number }): string {
  return metric === 'time' ? `${value} min` : `${value} km`
}

function IsochroneControls() {
  return (
    <TripForm maxStops={1} stopsTitle="Start">
      <div class="fields">
        <Input label="Minutes" of={useField('isochrone.minutes', '15, 30')} />
        <Input label="Kilometres" of={useField('isochrone.kilometers', '')} />
      </div>
    </TripForm>
  )
}

function IsochroneResult({ answer }: { answer: IsochroneAnswer }) {
  return (
    <>
      {answer.contours.map((contour, i) => (
        <section key={`${contour.metric}${contour.value}`}>
          <h2>
            <span class="swatch" style={{ background: colors[i] }} />
            Within {formatContour(contour)}
          </h2>
          <PlaceList
            empty="No named place in it."
            places={(contour.reachable_places ?? []).map(({ name, label, coordinates }) => ({
              name,
              label,
              lat: coordinates.lat,
              lon: coordinates.lng,
            }))}
          />
        </section>
      ))}
    </>
  )
}
