import { useState } from 'preact/hooks'
import { hasKey, openSession, useKey } from '../api.ts'
import { store, useStore } from '../store.ts'

/** Asks for a key where the server gave none; it stays in memory. */
export function KeyForm() {
  const isReady = useStore((state) => state.region !== undefined)
  const [isAsked, setAsked] = useState(false)
  void openSession().then(() => setAsked(!hasKey()))
  if (!isReady || !isAsked) return null
  return (
    <form
      class="key"
      onSubmit={(event) => {
        event.preventDefault()
        const { value } = event.currentTarget.elements.namedItem('key') as HTMLInputElement
        useKey(value)
        setAsked(!hasKey())
        store.set({})
      }}
    >
      <label>
        API key
        <input name="key" type="password" autocomplete="off" required />
      </label>
      <p>It is kept until this page is closed, and sent to this server alone.</p>
      <button type="submit">Use this key</button>
    </form>
  )
}
