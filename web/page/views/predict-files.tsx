import type { PredictFiles } from '../ground.ts'
import { tracePoints } from '../panel/export-files.ts'
import { groundsOf, thinned } from '../panel/ground-files.ts'
import { FileInput, Input } from '../panel/inputs.tsx'
import { store, useStore } from '../store.ts'
import { useField } from './fields.ts'
import { usualDetection } from './predict-input.ts'

function setFiles(change: PredictFiles): void {
  store.set({ files: { ...store.get().files, ...change } })
}

/** Points up to which those of a file can be dragged and are in the link. */
const maxDragged = 50

async function takePath(file: File): Promise<void> {
  const points = tracePoints(await file.text()).map(({ lat, lon }) => ({ lat, lon }))
  if (points.length < 2) {
    store.set({ notice: `${file.name} has no track, route or waypoints of GPX.` })
    return
  }
  const isLong = points.length > maxDragged
  setFiles({ path: isLong ? { name: file.name, points: thinned(points) } : undefined })
  store.edit({ points: isLong ? [] : points })
  store.set({ notice: undefined })
}

/** A path from a file, in place of points on the map. */
export function PathFile() {
  const path = useStore((state) => state.files.path)
  return (
    <FileInput
      label="GPX file of the path"
      accept=".gpx,application/gpx+xml"
      take={(file) => void takePath(file)}
    >
      {path && (
        <Taken
          name={path.name}
          text={`${path.points.length} points`}
          remove={{ path: undefined }}
        />
      )}
    </FileInput>
  )
}

function Taken({ name, text, remove }: { name: string; text: string; remove: PredictFiles }) {
  return (
    <p class="taken">
      <span>
        <bdi>{name}</bdi>: {text}
      </span>
      <button
        type="button"
        class="icon"
        aria-label={`Leave out ${name}`}
        onClick={() => setFiles(remove)}
      >
        ×
      </button>
    </p>
  )
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

interface GroundFileProps {
  which: 'segments' | 'searched'
  label: string
  nouns: readonly [one: string, many: string]
}

async function takeGrounds(which: GroundFileProps['which'], file: File): Promise<void> {
  try {
    setFiles({ [which]: { name: file.name, grounds: groundsOf(await file.text()) } })
    store.set({ notice: undefined })
  } catch (error) {
    store.set({ notice: `${file.name} ${(error as Error).message}` })
  }
}

function GroundFile({ which, label, nouns }: GroundFileProps) {
  const taken = useStore((state) => state.files[which])
  return (
    <FileInput
      label={label}
      accept=".geojson,.json,application/geo+json"
      take={(file) => void takeGrounds(which, file)}
    >
      {taken && (
        <Taken
          name={taken.name}
          text={counted(taken.grounds.length, ...nouns)}
          remove={{ [which]: undefined }}
        />
      )}
    </FileInput>
  )
}

/** Segments and searched ground, from files. */
export function GroundFiles() {
  const { segments, searched } = useStore((state) => state.files)
  const detection = useField('predict.pod', usualDetection)
  const count = [segments, searched].filter(Boolean).length
  return (
    <details class="options">
      <summary>
        Segments and searched ground{count > 0 && ` (${count === 1 ? '1 file' : `${count} files`})`}
      </summary>
      <GroundFile
        which="segments"
        label="Segments to search, GeoJSON"
        nouns={['segment', 'segments']}
      />
      <GroundFile
        which="searched"
        label="Ground that was searched, GeoJSON"
        nouns={['search', 'searches']}
      />
      <div class="fields">
        <Input
          label="Probability of detection"
          title="Of searches whose file says none as probability_of_detection or pod: 0 to 1."
          of={detection}
          type="number"
          min={0}
          max={1}
          step="any"
        />
      </div>
    </details>
  )
}
