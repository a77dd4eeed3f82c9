import { useState } from 'preact/hooks'
import type { Drawing } from '../map/drawing.ts'
import { run } from '../runner.ts'
import { store, useStore } from '../store.ts'
import { readField, useField } from './fields.ts'
import { describeRoute, makeRouteFeatures } from './route-lines.ts'
import type { View } from './view.ts'

interface AskAnswer {
  intent: string
  summary: string
  // biome-ignore lint/suspicious/noExplicitAny: the answer of whichever operation was meant.
  result: any
}

interface Contour {
  geometry: never
  metric: string
  value: number
}

export const ask: View = {
  id: 'ask',
  title: 'Ask',
  hint: 'For example: “How do I get from A to B by bike?”, with the names of two places.',
  buttonLabel: 'Ask',
  request(state) {
    const query = readField(state, 'ask.query', '').trim()
    if (query === '') return undefined
    return { operation: 'ai/query', input: { query } }
  },
  draw({ result }: AskAnswer): Drawing {
    if (result?.route?.legs)
      return { features: makeRouteFeatures(result.route, true), ...describeRoute(result.route) }
    if (result?.contours) {
      const areas = result.contours.map(({ geometry, metric, value }: Contour) => ({
        type: 'Feature' as const,
        geometry,
        properties: {
          kind: 'area' as const,
          opacity: 0.2,
          item: `Reach of ${value} ${metric === 'time' ? 'min' : 'km'}`,
        },
      }))
      return { features: areas }
    }
    const places: { name?: string; label: string; coordinates?: { lat: number; lng: number } }[] =
      Array.isArray(result?.results) ? result.results : []
    return {
      features: places.flatMap(({ coordinates, name, label }) =>
        coordinates
          ? [
              {
                type: 'Feature' as const,
                geometry: {
                  type: 'Point' as const,
                  coordinates: [coordinates.lng, coordinates.lat] as never,
                },
                properties: { kind: 'place' as const, label: name ?? label },
              },
            ]
          : [],
      ),
    }
  },
  Controls: AskControls,
  Result: ({ answer }: { answer: AskAnswer }) => (
    <>
      <p class="narrative">{answer.summary}</p>
      <p class="hint">Understood as: {answer.intent.replaceAll('_', ' ')}</p>
    </>
  ),
}

function AskControls() {
  const [query, setQuery] = useField('ask.query', '')
  const [text, setText] = useState(query)
  const isCalling = useStore((state) => state.isCalling)
  return (
    <label>
      Question
      <textarea
        rows={3}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value)
          setQuery(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || isCalling) return
          event.preventDefault()
          const request = ask.request(store.get())
          if (request) run(ask, request)
        }}
      />
    </label>
  )
}
