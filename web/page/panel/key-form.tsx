import { useState } from 'preact/hooks'
import { hasKey, openSession, useKey } from '../api.ts'
import { run } from '../runner.ts'
import { store, useStore } from '../store.ts'
import { findView } from '../view-table.ts'

/** Form for an API key, shown if the server provided none or refuses the current key. The key stays in memory. */
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
        if (isRefused) repeatRequest()
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

/**
 * Repeats the view's request after a new key. The request itself has not changed, so no other code sends it. Views with
 * a button wait for the button.
 */
function repeatRequest(): void {
  const state = store.get()
  const view = findView(state.view)
  const request = view.request(state)
  store.set({ exchange: undefined })
  if (request && !view.buttonLabel) run(view, request)
}
