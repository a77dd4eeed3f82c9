import { useEffect, useId, useRef, useState } from 'preact/hooks'
import { call, isOk } from '../api.ts'
import { hasSinglePlace, type Waypoint } from '../state.ts'
import { store } from '../store.ts'

interface Result {
  id?: string
  label: string
  name?: string
  place_type?: string
  coordinates: { lat: number; lng: number }
  bbox?: [number, number, number, number]
}

const waitMs = 120

/** Search field with suggestions as the user types. The arrow keys choose one, Enter selects it. */
export function SearchBox() {
  const [text, setText] = useState('')
  const [results, setResults] = useState<Result[]>()
  const [active, setActive] = useState(0)
  const [fault, setFault] = useState<string>()
  const list = useId()
  const currentRequest = useRef<AbortController>(undefined)

  useEffect(() => {
    currentRequest.current?.abort()
    if (text.trim() === '') {
      setResults(undefined)
      return
    }
    const controller = new AbortController()
    currentRequest.current = controller
    const timer = setTimeout(() => {
      suggest(text, controller.signal)
        .then((found) => {
          if (controller.signal.aborted) return
          setFault(typeof found === 'string' ? found : undefined)
          setResults(typeof found === 'string' ? [] : found)
          setActive(0)
        })
        .catch(() => {})
    }, waitMs)
    return () => clearTimeout(timer)
  }, [text])

  const choose = (result: Result) => {
    setText('')
    setResults(undefined)
    selectResult(result)
  }
  const isOpen = results !== undefined && text.trim() !== ''
  return (
    <search class="search">
      <input
        type="text"
        enterkeyhint="search"
        role="combobox"
        aria-label="Search for a place"
        placeholder="Search"
        aria-expanded={isOpen}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && results.length > 0 ? `${list}-${active}` : undefined}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          const count = results?.length ?? 0
          if (event.key === 'ArrowDown' && count > 0) setActive((active + 1) % count)
          else if (event.key === 'ArrowUp' && count > 0) setActive((active + count - 1) % count)
          else if (event.key === 'Enter' && results?.[active]) choose(results[active])
          else if (event.key === 'Escape') setText('')
          else return
          event.preventDefault()
        }}
      />
      <div
        id={list}
        role="listbox"
        class="suggestions"
        aria-label="Places found"
        hidden={!isOpen || results.length === 0}
      >
        {results?.map((result, i) => (
          <div
            key={result.id ?? result.label}
            id={`${list}-${i}`}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            onMouseDown={(event) => {
              event.preventDefault()
              choose(result)
            }}
          >
            <bdi>{result.name ?? result.label}</bdi>
            <small>
              <bdi>{result.label}</bdi>
            </small>
          </div>
        ))}
      </div>
      {isOpen && results.length === 0 && (
        <p class="suggestions none" role="status">
          {fault ?? 'Nothing found. Other words may help.'}
        </p>
      )}
    </search>
  )
}

async function suggest(text: string, signal: AbortSignal): Promise<Result[] | string> {
  const center = window.cairnMap?.getCenter()
  const focus = center && { 'focus.point.lat': center.lat, 'focus.point.lon': center.lng }
  const { region } = store.get()
  const shown = region?.regions && { region: region.name }
  const input = { text, size: 6, ...focus, ...shown }
  const exchange = await call({ operation: 'geocoding/autocomplete', input }, signal)
  return isOk(exchange) ? exchange.answer.results : exchange.answer.message
}

/** Adds the place as the next stop, or replaces the view's single place, and shows it on the map. */
function selectResult({ label, name, coordinates, bbox }: Result): void {
  const { lat, lng } = coordinates
  const point: Waypoint = { lat, lon: lng, label: name ?? label }
  const state = store.get()
  const { points } = state
  store.edit({ points: hasSinglePlace(state) ? [point] : [...points, point] })
  if (bbox) window.cairnMap?.fitBounds(bbox, { maxZoom: 16, padding: 60 })
  else window.cairnMap?.easeTo({ center: [lng, lat], zoom: 15 })
}
