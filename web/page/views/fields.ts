import type { PageState } from '../state.ts'
import { store, useStore } from '../store.ts'

/** A field of a view, kept in the URL; `name` is `view.field`. */
export function fieldOf(state: PageState, name: string, fallback: string): string {
  return state.fields[name] ?? fallback
}

export function numberField(state: PageState, name: string, fallback: number): number {
  const value = Number(state.fields[name] ?? fallback)
  return Number.isFinite(value) ? value : fallback
}

/** A field and its setter; the fallback is not written to the URL. */
export function useField(name: string, fallback: string): [string, (value: string) => void] {
  const value = useStore((state) => fieldOf(state, name, fallback))
  const set = (next: string) => {
    const { [name]: _, ...others } = store.get().fields
    store.edit({ fields: next === fallback ? others : { ...others, [name]: next } })
  }
  return [value, set]
}
