import { formatPosition, rankStop, toLetter } from '../format.ts'
import type { Waypoint } from '../state.ts'
import { store, useStore } from '../store.ts'

interface StopsProps {
  max: number
  title?: string | undefined
  /** Whether the last stop connects to the first anyway. */
  isRing?: boolean
}

/** List of the stops: the counterpart of the markers on the map, for the keyboard. */
export function Stops({ max, title = 'Stops', isRing }: StopsProps) {
  const points = useStore((state) => state.points)
  const edit = (next: Waypoint[]) => store.edit({ points: next })
  if (points.length === 0) return null
  return (
    <section class="stops" aria-label={title}>
      <ol>
        {points.slice(0, max).map((point, i) => (
          <li key={`${i}/${point.lat}/${point.lon}`}>
            <span
              class={`letter letter-${rankStop(i, Math.min(points.length, max))}`}
              aria-hidden="true"
            >
              {toLetter(i)}
            </span>
            <bdi class="stop-name" title={point.label}>
              {point.label ?? formatPosition(point)}
            </bdi>
            {max > 1 && (
              <button
                type="button"
                class="icon"
                disabled={i === 0}
                aria-label={`Move ${toLetter(i)} up`}
                onClick={() => edit(points.toSpliced(i, 1).toSpliced(i - 1, 0, point))}
              >
                ↑
              </button>
            )}
            <button
              type="button"
              class="icon"
              aria-label={`Remove ${toLetter(i)}`}
              onClick={() => edit(points.toSpliced(i, 1))}
            >
              ×
            </button>
          </li>
        ))}
      </ol>
      <div class="row" hidden={max === 1}>
        <button
          type="button"
          onClick={() => edit(points.toReversed())}
          disabled={points.length < 2}
        >
          Reverse
        </button>
        <button type="button" onClick={() => edit([])}>
          Clear
        </button>
        {!isRing && (
          <button
            type="button"
            onClick={() => edit([...points, points[0]!])}
            disabled={points.length < 2 || points.length >= max}
          >
            Back to start
          </button>
        )}
      </div>
      {points.length > max && max > 1 && (
        <p class="error">At most {max} here: the rest is left out.</p>
      )}
    </section>
  )
}
