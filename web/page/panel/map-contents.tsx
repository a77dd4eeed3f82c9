import { useMemo } from 'preact/hooks'
import { contentsOf, positionsOf } from '../map/contents.ts'
import { lookAt } from '../map/look-at.ts'
import { store, useStore } from '../store.ts'
import { MapRow } from './map-row.tsx'

/** Entries at most: more than anybody reads. */
const maxShown = 200

/** Everything that is drawn, as a list: choosing an entry shows and marks it. */
export function MapContents() {
  const points = useStore((state) => state.points)
  const drawing = useStore((state) => state.drawing)
  const sketch = useStore((state) => state.sketch)
  const marked = useStore((state) => state.marked)
  const items = useMemo(
    () => contentsOf([...sketch, ...drawing.features], points),
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
              if (!isMarked) lookAt(window.cairnMap, positionsOf(item.features))
            }}
          />
        ))}
      </ul>
      {rest > 0 && <p class="hint">And {rest} more, which the GeoJSON file has.</p>}
    </details>
  )
}
