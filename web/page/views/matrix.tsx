import { formatDistance, formatDuration, toLetter } from '../format.ts'
import { Scrolled } from '../panel/scrolled.tsx'
import { TripForm } from '../panel/trip-form.tsx'
import { selectTravel, toLocations } from './travel.ts'
import type { View } from './view.ts'

type Cell = { distance_meters: number; duration_seconds: number } | null

export const matrix: View = {
  id: 'matrix',
  title: 'Matrix',
  hint: 'Click for two or more places: the table has the way from each to each.',
  request(state) {
    if (state.points.length < 2) return undefined
    const places = toLocations(state).slice(0, 25)
    return {
      operation: 'routing/matrix',
      input: { sources: places, targets: places, ...selectTravel(state) },
    }
  },
  draw: () => ({ features: [] }),
  Controls: () => <TripForm maxStops={25} stopsTitle="Places" />,
  Result: ({ answer }: { answer: { matrix: Cell[][] } }) => (
    <Scrolled name="Times and distances">
      <table class="matrix">
        <caption class="hidden">Time and distance from each row to each column</caption>
        <thead>
          <tr>
            <td />
            {answer.matrix.map((_, i) => (
              <th key={i} scope="col" class="number">
                to {toLetter(i)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {answer.matrix.map((row, i) => (
            <tr key={i}>
              <th scope="row">from {toLetter(i)}</th>
              {row.map((cell, k) => (
                <td key={k} class="number">
                  {i === k ? '–' : cell ? formatDuration(cell.duration_seconds) : 'no way'}
                  {i !== k && cell && (
                    <small class="below">{formatDistance(cell.distance_meters)}</small>
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolled>
  ),
}
