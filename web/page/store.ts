import { useEffect, useState } from 'preact/hooks'
import type { Exchange } from './api.ts'
import type { PredictFiles } from './ground.ts'
import type { MapItem } from './map/contents.ts'
import type { Drawing, DrawnFeature } from './map/drawing.ts'
import { type PageState, pickUndoable, type Undoable } from './state.ts'
import { formatFragment, parseFragment } from './url-state.ts'

interface Box {
  min_lat: number
  min_lon: number
  max_lat: number
  max_lon: number
}

/** Data of the region, from `/map/region.json`. */
export interface MapRegion {
  name: string
  build: string
  /** Bounding box of the extracts. */
  bounds: Box
  /** Bounding boxes of the region's parts. The first contains the most roads. */
  areas: [Box, ...Box[]]
  attribution: string
  tiles: boolean
  terrain: boolean
  predict: boolean
  /** Names of all regions of the server, if it has several. */
  regions?: string[]
}

/** Transient state, which is not part of the URL. */
export interface TransientState {
  region: MapRegion | undefined
  /** The last call, successful or not. */
  exchange: Exchange | undefined
  /** Answer of the open view's last call, if it succeeded. */
  // biome-ignore lint/suspicious/noExplicitAny: each view knows the answer of its operation.
  answer: any
  isCalling: boolean
  drawing: Drawing
  /** Shapes of the request, drawn before there is an answer. */
  sketch: readonly DrawnFeature[]
  files: PredictFiles
  /** Position on the route under the pointer, metres from its start. */
  hoverMeters: number | undefined
  /** Selected part of the route, metres from its start. */
  selection: { fromMeters: number; toMeters: number } | undefined
  /** Item that the user has chosen in the list of drawn items. */
  marked: MapItem | undefined
  notice: string | undefined
  /** Whether the page is being printed or prepared for it. */
  isPrinting: boolean
}

/** State of a view before its first call. */
export const nothingShown = {
  exchange: undefined,
  answer: undefined,
  drawing: { features: [] },
  selection: undefined,
  marked: undefined,
} satisfies Partial<TransientState>

export interface Snapshot extends PageState, TransientState {}

const maxUndo = 100

/** Holds the state of the page: one object, which each change replaces. */
class Store {
  #snapshot: Snapshot = {
    ...parseFragment(location.hash),
    ...nothingShown,
    sketch: [],
    files: {},
    isPrinting: false,
    region: undefined,
    isCalling: false,
    hoverMeters: undefined,
    notice: undefined,
  }
  readonly #listeners = new Set<() => void>()
  #past: Undoable[] = []
  #future: Undoable[] = []
  #isWriting = false
  /** Fragment of the URL as the store last read or wrote it. */
  #hash = location.hash

  get(): Snapshot {
    return this.#snapshot
  }

  /** Changes the state without an undo step, for example transient state and the camera. */
  set(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
    this.#writeUrl()
  }

  /** Changes the request, with an undo step. */
  edit(change: Partial<Undoable>): void {
    this.#past.push(pickUndoable(this.#snapshot))
    if (this.#past.length > maxUndo) this.#past.shift()
    this.#future = []
    this.set(change)
  }

  /** Adds an undo step to the state `before`, at the end of a longer edit such as a drag. */
  commit(before: Undoable): void {
    this.#past.push(before)
    this.#future = []
    this.set({})
  }

  get canUndo(): boolean {
    return this.#past.length > 0
  }

  get canRedo(): boolean {
    return this.#future.length > 0
  }

  undo(): void {
    const before = this.#past.pop()
    if (!before) return
    this.#future.push(pickUndoable(this.#snapshot))
    this.set(before)
  }

  redo(): void {
    const after = this.#future.pop()
    if (!after) return
    this.#past.push(pickUndoable(this.#snapshot))
    this.set(after)
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Writes the URL at most every 150 ms: browsers refuse more than about a hundred changes in ten seconds. */
  #writeUrl(): void {
    if (this.#isWriting) return
    this.#isWriting = true
    setTimeout(() => {
      this.#isWriting = false
      // The user has entered another URL and `hashchange` is pending. That URL takes precedence.
      if (location.hash !== this.#hash) return
      const hash = `#${formatFragment(this.#snapshot)}`
      if (hash !== this.#hash) history.replaceState(null, '', hash)
      this.#hash = location.hash
    }, 150)
  }

  /** Replaces the state by the state in the URL. */
  readUrl(): void {
    this.#hash = location.hash
    this.set(parseFragment(location.hash))
  }
}

export const store = new Store()

window.addEventListener('hashchange', () => store.readUrl())

/** Returns a part of the state. The component is rendered again when that part changes. */
export function useStore<T>(select: (snapshot: Snapshot) => T): T {
  const [value, setValue] = useState(() => select(store.get()))
  useEffect(() => {
    const update = () => setValue(() => select(store.get()))
    update()
    return store.subscribe(update)
  }, [])
  return value
}
