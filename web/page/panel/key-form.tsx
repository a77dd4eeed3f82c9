import { useState } from 'preact/hooks'
import { hasKey, openSession, useKey } from '../api.ts'
import { run } from '../runner.ts'
import { store, useStore } from '../store.ts'
import { viewOf } from '../view-table.ts'

/** Asks for a key where the server gave none or refuses the one in use; it stays in memory. */
export function KeyForm() {
  const isReady = useStore((state) => state.region !== undefined)
  const isRefused = useStore(({ exchange }) => exchange?.status === 401)
  const [isAsked, setAsked] = useState(false)
  void openSession().then(() => setAsked(!hasKey()))
  if (!isReady || !(isAsked || isRefused)) return null
  return (
    <form
      class="key"
      onSubmit={(event) => {
        event.preventDefault()
        const { value } = event.currentTarget.elements.namedItem('key') as HTMLInputElement
        useKey(value)
        setAsked(!hasKey())
        store.set({})
        if (isRefused) askAgain()
      }}
    >
      <label for="api-key">API key</label>
      <div class="joined">
        <input id="api-key" name="key" type="password" autocomplete="off" required />
        <button type="submit">Use this key</button>
      </div>
      <small>It is kept until this page is closed, and sent to this server alone.</small>
    </form>
  )
}

/** The request is the same, so nothing else repeats it; what a button asks for is left to the button. */
function askAgain(): void {
  const state = store.get()
  const view = viewOf(state.view)
  const request = view.request(state)
  store.set({ exchange: undefined })
  if (request && !view.isManual) run(view, request)
}
