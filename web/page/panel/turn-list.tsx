import { formatDistance } from '../format.ts'
import { AlongLine } from '../map/along.ts'
import { store } from '../store.ts'
import { decodeLeg, type FoundRoute } from '../views/route-lines.ts'

const arrows: Readonly<Record<string, string>> = {
  start: '●',
  start_right: '●',
  start_left: '●',
  destination: '◎',
  destination_right: '◎',
  destination_left: '◎',
  slight_right: '↗',
  right: '→',
  sharp_right: '↘',
  uturn_right: '↷',
  uturn_left: '↶',
  sharp_left: '↙',
  left: '←',
  slight_left: '↖',
  ramp_right: '↗',
  ramp_left: '↖',
  exit_right: '↗',
  exit_left: '↖',
  stay_right: '↗',
  stay_left: '↖',
  roundabout_enter: '↻',
  roundabout_exit: '↻',
  ferry_enter: '⛴',
  merge: '⇡',
}

/** List of the steps of a route. Pointing at a step shows it on the map. */
export function TurnList({ route }: { route: FoundRoute }) {
  let traveledMeters = 0
  const steps = route.legs.flatMap((leg) => {
    const { meters } = new AlongLine(decodeLeg(leg))
    const start = traveledMeters
    traveledMeters += meters[meters.length - 1] ?? 0
    return leg.steps.map((step) => ({
      ...step,
      fromMeters: start + (meters[step.begin_shape_index] ?? 0),
      toMeters: start + (meters[step.end_shape_index] ?? 0),
    }))
  })
  return (
    <section aria-label="Directions">
      <h2>Directions</h2>
      <ol class="turns">
        {steps.map((step, i) => (
          <li key={i}>
            <button
              type="button"
              onMouseEnter={() => store.set({ hoverMeters: step.fromMeters })}
              onMouseLeave={() => store.set({ hoverMeters: undefined })}
              onFocus={() => store.set({ hoverMeters: step.fromMeters })}
              onBlur={() => store.set({ hoverMeters: undefined })}
              onClick={() => {
                store.set({ selection: { fromMeters: step.fromMeters, toMeters: step.toMeters } })
                const at = store.get().drawing.line
                const place = at && new AlongLine(at).at(step.fromMeters)
                if (place) window.cairnMap?.easeTo({ center: [place[0], place[1]], zoom: 15 })
              }}
            >
              <span class="arrow" aria-hidden="true">
                {arrows[step.type] ?? '↑'}
              </span>
              <span>{step.instruction}</span>
              {step.distance_meters > 0 && <small>{formatDistance(step.distance_meters)}</small>}
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
