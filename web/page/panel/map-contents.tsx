import { useMemo } from 'preact/hooks'
import { collectPositions, listMapItems } from '../map/contents.ts'
import { lookAt } from '../map/look-at.ts'
import { store, useStore } from '../store.ts'
import { MapRow } from './map-row.tsx'

/** Maximum number of entries, more than a user reads. */
const maxShown = 200

/** List of all drawn items. Choosing an entry marks it and moves the map to it. */
export function MapContents() {
  const points = useStore((state) => state.points)
  const drawing = useStore((state) => state.drawing)
  const sketch = useStore((state) => state.sketch)
  const marked = useStore((state) => state.marked)
  const items = useMemo(
    () => listMapItems([...sketch, ...drawing.features], points),
    [sketch, drawing, points],
  )
  if (items.length === 0) return null
  const rest = items.length - maxShown
  return (
    <details class="contents">
      <summary>On the map ({items.length})</summary>
      <ul class="turns">
        {items.slice(0, maxShown).map((item) => (
          <MapRow
            key={item.key}
            name={item.name}
            note={item.note}
            color={item.color}
            isMarked={item.key === marked?.key}
            choose={() => {
              const isMarked = item.key === store.get().marked?.key
              store.set({ marked: isMarked ? undefined : item })
              if (!isMarked) lookAt(window.cairnMap, collectPositions(item.features))
            }}
          />
        ))}
      </ul>
      {rest > 0 && <p class="hint">And {rest} more, which the GeoJSON file has.</p>}
    </details>
  )
}
