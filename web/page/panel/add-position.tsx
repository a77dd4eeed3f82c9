import { useState } from 'preact/hooks'
import { formatPosition } from '../format.ts'
import { type MapRegion, store, useStore } from '../store.ts'

/** Parses latitude and longitude in degrees. Returns undefined for any other text. */
export function parsePosition(text: string): { lat: number; lon: number } | undefined {
  const numbers = text
    .trim()
    .split(/[\s,;]+/)
    .map(Number)
  const [lat = Number.NaN, lon = Number.NaN] = numbers
  const isValid = numbers.length === 2 && Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  return isValid ? { lat, lon } : undefined
}

/** Field to type a position instead of clicking on the map. */
export function AddPosition({ isSingle }: { isSingle: boolean }) {
  const [text, setText] = useState('')
  const [isWrong, setWrong] = useState(false)
  const bounds = useStore(({ region }) => region?.areas[0])
  return (
    <form
      class="position"
      onSubmit={(event) => {
        event.preventDefault()
        const point = parsePosition(text)
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
            placeholder={bounds && formatPosition(findCenter(bounds))}
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

function findCenter({ min_lat, min_lon, max_lat, max_lon }: MapRegion['bounds']) {
  return { lat: (min_lat + max_lat) / 2, lon: (min_lon + max_lon) / 2 }
}
