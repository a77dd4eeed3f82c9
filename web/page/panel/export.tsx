import { printPage } from '../print.ts'
import { useStore } from '../store.ts'
import { toGeojson, toGpx } from './export-files.ts'
import { findProfile } from './profile-data.ts'

/** Buttons that save the drawing as files and print the page. */
export function Export() {
  const drawing = useStore((state) => state.drawing)
  const sketch = useStore((state) => state.sketch)
  const points = useStore((state) => state.points)
  const answer = useStore((state) => state.answer)
  if (drawing.features.length === 0) return null
  const { line } = drawing
  const save = (name: string, type: string, text: string) => {
    const url = URL.createObjectURL(new Blob([text], { type }))
    const link = document.createElement('a')
    link.href = url
    link.download = name
    link.click()
    setTimeout(() => URL.revokeObjectURL(url), 1000)
  }
  return (
    <div class="row">
      <button
        type="button"
        onClick={() =>
          save(
            'cairn.geojson',
            'application/geo+json',
            toGeojson([...sketch, ...drawing.features], points),
          )
        }
      >
        Save GeoJSON
      </button>
      {line && (
        <button
          type="button"
          onClick={() =>
            save('cairn.gpx', 'application/gpx+xml', toGpx(line, points, findProfile(answer, line)))
          }
        >
          Save GPX
        </button>
      )}
      <button type="button" onClick={() => void printPage()}>
        Print
      </button>
    </div>
  )
}
