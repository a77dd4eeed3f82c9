import type { MapMouseEvent } from 'maplibre-gl'
import { useEffect, useRef } from 'preact/hooks'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatDistance } from '../format.ts'
import { AlongLine } from '../map/along.ts'
import { store, useStore } from '../store.ts'
import { useIsDark } from '../theme.ts'
import { findProfile, type HeightProfile, measurePart } from './profile-data.ts'

/** Returns the height of the profile in pixels. On phones it leaves space for the map and the panel. */
const selectHeight = () => (window.matchMedia('(max-width: 760px)').matches ? 105 : 150)

/** Elevation profile of the route. Pointing shows the position on the map, dragging selects a part. */
export function Profile() {
  const drawing = useStore((state) => state.drawing)
  const answer = useStore((state) => state.answer)
  const selection = useStore((state) => state.selection)
  const isDark = useIsDark()
  const container = useRef<HTMLDivElement>(null)
  const profile = drawing.line ? findProfile(answer, drawing.line) : undefined
  const plot = useRef<uPlot>(undefined)

  const shown = useRef(profile)
  shown.current = profile
  const isShown = profile !== undefined

  useEffect(() => {
    const element = container.current
    if (!isShown || !element) return
    const current = makePlot(() => shown.current, element, isDark)
    plot.current = current
    const resize = new ResizeObserver(() => current.setSize(measurePlot(element)))
    resize.observe(element)
    return () => {
      resize.disconnect()
      current.destroy()
      plot.current = undefined
    }
  }, [isShown, isDark])
  // The plot stays the same for all routes during a drag.
  useEffect(() => {
    const made = plot.current
    if (!profile || !made) return
    made.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
    made.setData([profile.kilometers, profile.heights])
    return followMap(made, profile)
  }, [drawing, isDark])

  if (!profile) return null
  const part = selection && measurePart(profile, selection)
  return (
    <section class="profile" aria-label="Elevation profile">
      <p class="profile-words">
        {part
          ? `Selected: ${formatDistance(part.lengthMeters)}, ${Math.round(part.ascentMeters)} m up, ` +
            `${Math.round(part.descentMeters)} m down, ${part.gradePercent.toFixed(1)} % on average`
          : `From ${Math.round(profile.lowest)} m to ${Math.round(profile.highest)} m.`}
        {!part && <span class="screen-only"> Drag over a part for its climb.</span>}
        {part && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              plot.current?.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false)
              store.set({ selection: undefined })
            }}
          >
            Whole route
          </button>
        )}
      </p>
      <div ref={container} class="plot" />
    </section>
  )
}

function measurePlot({ clientWidth }: HTMLElement) {
  return { width: clientWidth, height: selectHeight() }
}

function makePlot(
  profile: () => HeightProfile | undefined,
  element: HTMLElement,
  isDark: boolean,
): uPlot {
  const metersAt = (plot: uPlot, pixels: number) =>
    plot.posToVal(pixels, 'x') * 1000 * (profile()?.scale ?? 1)
  const text = isDark ? '#c9d1d9' : '#424a53'
  const grid = { stroke: isDark ? '#30363d' : '#d8dee4', width: 1 }
  const axis = { stroke: text, grid, ticks: grid, font: '12px system-ui, sans-serif' }
  const options: uPlot.Options = {
    ...measurePlot(element),
    legend: { show: false },
    cursor: { drag: { x: true, y: false, setScale: false }, y: false },
    scales: {
      x: { time: false },
      y: { range: (_, low, high) => [low - 5, high + Math.max(10, (high - low) * 0.1)] },
    },
    axes: [
      { ...axis, size: 30, values: (_, values) => values.map((km) => `${km} km`) },
      { ...axis, size: 65, space: 16, values: (_, values) => values.map((m) => `${m} m`) },
    ],
    series: [
      {},
      {
        stroke: isDark ? '#58a6ff' : '#1f6feb',
        fill: isDark ? 'rgba(88,166,255,0.2)' : 'rgba(31,111,235,0.15)',
        width: 2,
        points: { show: false },
      },
    ],
    hooks: {
      setCursor: [
        (plot) => {
          const { left = -1 } = plot.cursor
          if (!plot.root.matches(':hover')) return
          const meters = left < 0 ? undefined : metersAt(plot, left)
          if (store.get().hoverMeters !== meters) store.set({ hoverMeters: meters })
        },
      ],
      setSelect: [
        (plot) => {
          const { left, width } = plot.select
          if (width < 2) return
          const [fromMeters, toMeters] = [metersAt(plot, left), metersAt(plot, left + width)]
          store.set({ selection: { fromMeters, toMeters } })
        },
      ],
    },
  }
  return new uPlot(options, [[], []], element)
}

/** Moves the plot's cursor while the pointer is on the route on the map. */
function followMap(plot: uPlot, profile: HeightProfile): () => void {
  const map = window.cairnMap
  const along = new AlongLine(profile.line)
  const move = ({ lngLat, point, originalEvent }: MapMouseEvent) => {
    // A drag is in progress.
    if (originalEvent.buttons !== 0) return
    const near = along.findNearest([lngLat.lng, lngLat.lat])
    const at = along.at(near.meters)
    const pixel = at && map?.project([at[0], at[1]])
    const isNear = pixel !== undefined && Math.hypot(pixel.x - point.x, pixel.y - point.y) < 14
    if (isNear) {
      store.set({ hoverMeters: near.meters })
      plot.setCursor(
        { left: plot.valToPos(near.meters / profile.scale / 1000, 'x'), top: 20 },
        false,
      )
    } else if (store.get().hoverMeters !== undefined) {
      store.set({ hoverMeters: undefined })
      plot.setCursor({ left: -10, top: -10 }, false)
    }
  }
  map?.on('mousemove', move)
  return () => void map?.off('mousemove', move)
}
