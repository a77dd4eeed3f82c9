import type { PageState } from '../state.ts'
import { store, useStore } from '../store.ts'

/** Reads a field of a view from the state. `name` is `view.field`. */
export function readField(state: PageState, name: string, fallback: string): string {
  return state.fields[name] ?? fallback
}

export function readNumberField(state: PageState, name: string, fallback: number): number {
  const value = Number(state.fields[name] ?? fallback)
  return Number.isFinite(value) ? value : fallback
}

/** Returns a field and its setter. A value equal to the fallback is not written to the URL. */
export function useField(name: string, fallback: string): [string, (value: string) => void] {
  const value = useStore((state) => readField(state, name, fallback))
  const set = (next: string) => {
    const { [name]: _, ...others } = store.get().fields
    store.edit({ fields: next === fallback ? others : { ...others, [name]: next } })
  }
  return [value, set]
}
