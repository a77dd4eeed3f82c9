import { useEffect, useState } from 'preact/hooks'
import type { Exchange } from './api.ts'
import type { PredictFiles } from './ground.ts'
import type { MapItem } from './map/contents.ts'
import type { Drawing, DrawnFeature } from './map/drawing.ts'
import { type PageState, type Undoable, undoable } from './state.ts'
import { fragmentOf, stateOf } from './url-state.ts'

interface Box {
  min_lat: number
  min_lon: number
  max_lat: number
  max_lon: number
}

/** What the page knows of the region, from `/map/region.json`. */
export interface MapRegion {
  name: string
  build: string
  /** The box of the extracts. */
  bounds: Box
  /** Boxes around its parts, of which the first has the most roads. */
  areas: [Box, ...Box[]]
  attribution: string
  tiles: boolean
  terrain: boolean
  predict: boolean
  /** All regions of the server, where it has several. */
  regions?: string[]
}

/** What passes: not in the URL. */
export interface Passing {
  region: MapRegion | undefined
  /** The last call, whatever came of it. */
  exchange: Exchange | undefined
  /** What the open view shows: the answer of its own last call, when that succeeded. */
  // biome-ignore lint/suspicious/noExplicitAny: each view knows the answer of its operation.
  answer: any
  isCalling: boolean
  drawing: Drawing
  /** What is asked about, drawn before there is an answer. */
  sketch: readonly DrawnFeature[]
  files: PredictFiles
  /** A place of the route that is pointed at, metres from its start. */
  hoverMeters: number | undefined
  /** A part of the route, metres from its start. */
  selection: { fromMeters: number; toMeters: number } | undefined
  /** What was chosen in the list of what is drawn. */
  marked: MapItem | undefined
  notice: string | undefined
  /** Whether the page is about to be printed, or is. */
  isPrinting: boolean
}

/** Before a view has asked anything. */
export const nothingShown = {
  exchange: undefined,
  answer: undefined,
  drawing: { features: [] },
  selection: undefined,
  marked: undefined,
} satisfies Partial<Passing>

export interface Snapshot extends PageState, Passing {}

const maxUndo = 100

/** The state of the page: one object, replaced at each change. */
class Store {
  #snapshot: Snapshot = {
    ...stateOf(location.hash),
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
  /** Of the address, as it was last read or written here. */
  #hash = location.hash

  get(): Snapshot {
    return this.#snapshot
  }

  /** Changes what passes, and how one looks; not undone. */
  set(change: Partial<Snapshot>): void {
    this.#snapshot = { ...this.#snapshot, ...change }
    for (const listener of this.#listeners) listener()
    this.#writeUrl()
  }

  /** Changes what is asked for; can be undone. */
  edit(change: Partial<Undoable>): void {
    this.#past.push(undoable(this.#snapshot))
    if (this.#past.length > maxUndo) this.#past.shift()
    this.#future = []
    this.set(change)
  }

  /** Where an edit ends that began with `before`, such as a drag. */
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
    this.#future.push(undoable(this.#snapshot))
    this.set(before)
  }

  redo(): void {
    const after = this.#future.pop()
    if (!after) return
    this.#past.push(undoable(this.#snapshot))
    this.set(after)
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Once per frame: browsers refuse more than about a hundred changes in ten seconds. */
  #writeUrl(): void {
    if (this.#isWriting) return
    this.#isWriting = true
    setTimeout(() => {
      this.#isWriting = false
      // Another address has been entered, and `hashchange` is on its way: it counts.
      if (location.hash !== this.#hash) return
      const hash = `#${fragmentOf(this.#snapshot)}`
      if (hash !== this.#hash) history.replaceState(null, '', hash)
      this.#hash = location.hash
    }, 150)
  }

  /** Shows what the address tells. */
  readUrl(): void {
    this.#hash = location.hash
    this.set(stateOf(location.hash))
  }
}

export const store = new Store()

window.addEventListener('hashchange', () => store.readUrl())

/** A part of the state; the component is drawn again when that changes. */
export function useStore<T>(select: (snapshot: Snapshot) => T): T {
  const [value, setValue] = useState(() => select(store.get()))
  useEffect(() => {
    const update = () => setValue(() => select(store.get()))
    update()
    return store.subscribe(update)
  }, [])
  return value
}
