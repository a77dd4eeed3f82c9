import { useState } from 'preact/hooks'
import { JobForm } from '../panel/job-form.tsx'
import { Scrolled } from '../panel/scrolled.tsx'
import { store } from '../store.ts'
import { makePointFeature } from './route-lines.ts'
import type { View } from './view.ts'

interface Match {
  label: string
  name?: string
  confidence: number
  coordinates: { lat: number; lng: number }
}

interface ListAnswer {
  results: { index: number; results?: Match[]; message?: string }[]
  summary: { total: number; matched: number; failed: number }
}

const maxLines = 1000

/** The pasted lines, which are too long for the URL. */
let lines: string[] = []

export const list: View = {
  id: 'list',
  title: 'List',
  hint: 'Paste addresses or names, one a line.',
  buttonLabel: 'Find all',
  request() {
    const items = lines.map((text) => ({ text }))
    return items.length > 0 ? { operation: 'geocoding/batch', input: { items } } : undefined
  },
  draw({ results }: ListAnswer) {
    const found = results.flatMap(({ results: [match] = [] }) => match ?? [])
    return {
      features: found.map(({ coordinates: { lat, lng }, name, label }) =>
        makePointFeature({ lat, lon: lng }, { kind: 'place', label: name ?? label }),
      ),
    }
  },
  Controls: ListControls,
  Result: ListResult,
  After: JobForm,
}

function ListControls() {
  const [text, setText] = useState(lines.join('\n'))
  const count = text.split('\n').filter((line) => line.trim() !== '').length
  return (
    <>
      <label>
        Addresses or names, one a line
        <textarea
          rows={5}
          value={text}
          onInput={(event) => {
            const { value } = event.currentTarget
            setText(value)
            lines = value
              .split('\n')
              .map((line) => line.trim())
              .filter((line) => line !== '')
              .slice(0, maxLines)
            store.set({})
          }}
        />
      </label>
      {count > maxLines && (
        <p class="warning">
          The first {maxLines} are searched. Below, a file can have any number of them.
        </p>
      )}
    </>
  )
}

function ListResult({ answer: { results, summary } }: { answer: ListAnswer }) {
  const unsearched = results.filter(({ message }) => message !== undefined).length
  return (
    <>
      <p>
        {summary.matched} of {summary.total} found
        {unsearched > 0 && `, ${unsearched} could not be searched`}.
      </p>
      <Scrolled name="What was found">
        <table>
          <thead>
            <tr>
              <th scope="col">Text</th>
              <th scope="col">Place</th>
              <th scope="col" class="number">
                Confidence
              </th>
            </tr>
          </thead>
          <tbody>
            {results.map(({ index, results: [match] = [], message }) => (
              <tr key={index}>
                <td>
                  <bdi>{lines[index]}</bdi>
                </td>
                <td>
                  <bdi>{match?.label ?? message ?? 'not found'}</bdi>
                </td>
                <td class="number">{match ? `${Math.round(100 * match.confidence)} %` : '–'}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolled>
    </>
  )
}
