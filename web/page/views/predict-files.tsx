import type { PredictFiles } from '../ground.ts'
import { readTracePoints } from '../panel/export-files.ts'
import { parseGrounds, samplePoints } from '../panel/ground-files.ts'
import { FileInput, Input } from '../panel/inputs.tsx'
import { store, useStore } from '../store.ts'
import { useField } from './fields.ts'
import { defaultDetection } from './predict-input.ts'

function setFiles(change: PredictFiles): void {
  store.set({ files: { ...store.get().files, ...change } })
}

/** Maximum number of points in a file that become stops: draggable, and part of the URL. */
const maxPathStops = 50

async function loadPath(file: File): Promise<void> {
  const points = readTracePoints(await file.text()).map(({ lat, lon }) => ({ lat, lon }))
  if (points.length < 2) {
    store.set({ notice: `${file.name} has no track, route or waypoints of GPX.` })
    return
  }
  const isLong = points.length > maxPathStops
  setFiles({ path: isLong ? { name: file.name, points: samplePoints(points) } : undefined })
  store.edit({ points: isLong ? [] : points })
  store.set({ notice: undefined })
}

/** Field for a path from a file, instead of points on the map. */
export function PathFile() {
  const path = useStore((state) => state.files.path)
  return (
    <FileInput
      label="GPX file of the path"
      accept=".gpx,application/gpx+xml"
      take={(file) => void loadPath(file)}
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

function formatCount(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}

interface GroundFileProps {
  which: 'segments' | 'searched'
  label: string
  nouns: readonly [one: string, many: string]
}

async function loadGrounds(which: GroundFileProps['which'], file: File): Promise<void> {
  try {
    setFiles({ [which]: { name: file.name, grounds: parseGrounds(await file.text()) } })
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
      take={(file) => void loadGrounds(which, file)}
    >
      {taken && (
        <Taken
          name={taken.name}
          text={formatCount(taken.grounds.length, ...nouns)}
          remove={{ [which]: undefined }}
        />
      )}
    </FileInput>
  )
}

/** Fields for files of segments and searched ground. */
export function GroundFiles() {
  const { segments, searched } = useStore((state) => state.files)
  const detection = useField('predict.pod', defaultDetection)
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
