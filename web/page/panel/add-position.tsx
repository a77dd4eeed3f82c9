import { useState } from 'preact/hooks'
import { positionText } from '../format.ts'
import { type MapRegion, store, useStore } from '../store.ts'

/** Latitude and longitude, degrees; undefined for a text that is no position. */
export function positionOf(text: string): { lat: number; lon: number } | undefined {
  const numbers = text
    .trim()
    .split(/[\s,;]+/)
    .map(Number)
  const [lat = Number.NaN, lon = Number.NaN] = numbers
  const isOne = numbers.length === 2 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return isOne ? { lat, lon } : undefined
}

/** A position typed in place of a click on the map. */
export function AddPosition({ isSingle }: { isSingle: boolean }) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const bounds = useStore(({ region }) => region?.areas[0])
  return (
    <form
      class="position"
      onSubmit={(event) => {
        event.preventDefault()
        const point = positionOf(text)
        setWrong(!point)
        if (!point) return
        setText('')
        store.edit({ points: isSingle ? [point] : [...store.get().points, point] })
      }}
    >
      <label>
        {isSingle ? 'Place by its position' : 'Next point by its position'}
        <span class="joined">
          <input
            value={text}
            placeholder={bounds && positionText(middleOf(bounds))}
            aria-invalid={isWrong}
            onInput={(event) => setText(event.currentTarget.value)}
          />
          <button type="submit">{isSingle ? 'Set' : 'Add'}</button>
        </span>
      </label>
      {isWrong && (
        <p class="error" role="alert">
          Latitude and longitude in degrees, with a comma between them.
        </p>
      )}
    </form>
  )
}

function middleOf({ min_lat, min_lon, max_lat, max_lon }: MapRegion['bounds']) {
  return { lat: (min_lat + max_lat) / 2, lon: (min_lon + max_lon) / 2 }
}
