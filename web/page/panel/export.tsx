import { printPage } from '../print.ts'
import { useStore } from '../store.ts'
import { geojsonOf, gpxOf } from './export-files.ts'
import { profileOf } from './profile-data.ts'

/** What is drawn, as files. */
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
            geojsonOf([...sketch, ...drawing.features], points),
          )
        }
      >
        Save GeoJSON
      </button>
      {line && (
        <button
          type="button"
          onClick={() =>
            save('cairn.gpx', 'application/gpx+xml', gpxOf(line, points, profileOf(answer, line)))
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
