import { showRegion } from '../region.ts'
import type { Theme } from '../state.ts'
import { store, useStore } from '../store.ts'
import { useIsDark } from '../theme.ts'
import { SearchBox } from './search-box.tsx'

export function TopBar() {
  const region = useStore((state) => state.region)
  const is3d = useStore((state) => state.relief === '3d')
  // Render again on every change: `canUndo` and `canRedo` change with the state.
  useStore((state) => state)
  const isDark = useIsDark()
  const other: Theme = isDark ? 'light' : 'dark'
  return (
    <header class="bar">
      <a class="brand" href={`/${location.search}`} aria-label="Cairn, start anew">
        <img src="/assets/icon.svg" alt="" width="24" height="24" />
        <span>Cairn</span>
      </a>
      {region?.regions && (
        <select
          class="regions"
          aria-label="Region"
          value={region.name}
          onChange={(event) => showRegion(event.currentTarget.value)}
        >
          {region.regions.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      )}
      <SearchBox />
      <div class="tools" role="toolbar" aria-label="Tools">
        <button
          type="button"
          class="icon"
          aria-label="Undo"
          title="Undo (Ctrl+Z)"
          disabled={!store.canUndo}
          onClick={() => store.undo()}
        >
          ↶
        </button>
        <button
          type="button"
          class="icon"
          aria-label="Redo"
          title="Redo (Ctrl+Shift+Z)"
          disabled={!store.canRedo}
          onClick={() => store.redo()}
        >
          ↷
        </button>
        {region?.terrain && (
          <button
            type="button"
            class="icon"
            aria-label="Map in 3D"
            aria-pressed={is3d}
            title="Map in 3D"
            onClick={() => store.set({ relief: is3d ? '2d' : '3d' })}
          >
            3D
          </button>
        )}
        <button
          type="button"
          class="icon"
          aria-label={isDark ? 'Light colours' : 'Dark colours'}
          title={isDark ? 'Light colours' : 'Dark colours'}
          onClick={() => store.set({ theme: other })}
        >
          {isDark ? '☀' : '☾'}
        </button>
      </div>
    </header>
  )
}
