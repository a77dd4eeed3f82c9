import { readTracePoints } from '../panel/export-files.ts'
import { FileInput } from '../panel/inputs.tsx'
import { TripForm } from '../panel/trip-form.tsx'
import { TurnList } from '../panel/turn-list.tsx'
import { store, useStore } from '../store.ts'
import { RouteFacts } from './route.tsx'
import {
  describeRoute,
  type FoundRoute,
  makeLineFeature,
  makePointFeature,
  makeRouteFeatures,
} from './route-lines.ts'
import { selectTravel } from './travel.ts'
import type { View } from './view.ts'

interface SnapAnswer {
  confidence: number
  matched_points: { lat: number; lon: number; type: string }[]
  route: FoundRoute
}

interface Trace {
  name: string
  points: { lat: number; lon: number; time?: number }[]
}

const maxPoints = 20_000

/** The trace from the file, which is too long for the URL. */
let trace: Trace | undefined

export const snap: View = {
  id: 'snap',
  title: 'Trace',
  hint: 'Drop a GPX file here, or choose one: its trace is put on the roads.',
  request(state) {
    if (!trace) return undefined
    return { operation: 'routing/snap', input: { shape: trace.points, ...selectTravel(state) } }
  },
  draw({ route, matched_points }: SnapAnswer) {
    const line = trace!.points.map(({ lat, lon }) => [lon, lat] as const)
    const dots = matched_points.map(({ lat, lon, type }) =>
      makePointFeature({ lat, lon }, { kind: 'dot', ...pickDotStyle(type) }),
    )
    const drawnTrace = makeLineFeature(line, { kind: 'trace', item: 'Trace of the file' })
    const features = [...makeRouteFeatures(route, true), drawnTrace, ...dots]
    return { features, ...describeRoute(route) }
  },
  Controls: SnapControls,
  Result: ({ answer }: { answer: SnapAnswer }) => (
    <>
      <p>Confidence of the match: {Math.round(answer.confidence * 100)} %</p>
      <RouteFacts route={answer.route} />
      <TurnList route={answer.route} />
    </>
  ),
}

/** Selects name and colour for a matched point. */
function pickDotStyle(type: string): { item: string; color: string } {
  return type === 'unmatched'
    ? { item: 'Points that are on no way', color: '#b3261e' }
    : { item: 'Points on the way', color: '#0b5cad' }
}

async function loadTrace(file: File): Promise<void> {
  const points = readTracePoints(await file.text()).slice(0, maxPoints)
  trace = points.length > 1 ? { name: file.name, points } : undefined
  const notice = trace ? undefined : `${file.name} has no track, route or waypoints of GPX.`
  store.set({ notice })
}

function SnapControls() {
  useStore((state) => state)
  return (
    <TripForm>
      <FileInput
        label="GPX file"
        accept=".gpx,application/gpx+xml"
        take={(file) => void loadTrace(file)}
      >
        {trace && (
          <p>
            <bdi>{trace.name}</bdi>: {trace.points.length} points
          </p>
        )}
      </FileInput>
    </TripForm>
  )
}
