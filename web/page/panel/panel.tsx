import { useEffect, useRef } from 'preact/hooks'
import { isOk } from '../api.ts'
import { replaceIndices } from '../format.ts'
import { run } from '../runner.ts'
import { nothingShown, store, useStore } from '../store.ts'
import { findView, views } from '../view-table.ts'
import type { View } from '../views/view.ts'
import { MapContents } from './map-contents.tsx'
import { RequestPanel } from './request-panel.tsx'

/** Tabs of the views, and the open view. */
export function Panel() {
  const state = useStore((snapshot) => snapshot)
  const view = findView(state.view)
  const { exchange, answer, notice } = state
  const request = view.request(state)
  const { Controls, Result, After } = view
  const tabs = useRef<HTMLElement>(null)
  const section = useRef<HTMLElement>(null)
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const current = tabs.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ inline: 'center', block: 'nearest' })
  }, [view])
  useEffect(() => {
    // The result of a button may be below the fold. Jobs and "What is here?" must not scroll the panel.
    if (view.buttonLabel && exchange && exchange.request.operation === request?.operation)
      result.current?.scrollIntoView({ block: 'nearest' })
  }, [exchange])
  return (
    <>
      <nav ref={tabs} class="tabs" aria-label="Views">
        {views.map(({ id, title }) => (
          <button
            key={id}
            type="button"
            aria-current={id === view.id ? 'page' : undefined}
            onClick={() => id !== view.id && openView(id)}
          >
            {title}
          </button>
        ))}
      </nav>
      {notice && (
        <p class="notice" role="status">
          <bdi>{notice}</bdi>
          <button
            type="button"
            class="icon"
            aria-label="Close"
            onClick={() => store.set({ notice: undefined })}
          >
            ×
          </button>
        </p>
      )}
      <section ref={section} class="view" aria-label={view.title}>
        <Controls />
        {view.buttonLabel && (
          <button
            type="button"
            class="primary"
            disabled={!request || state.isCalling}
            onClick={() => submitRequest(view, section.current!)}
          >
            {state.isCalling ? 'Working…' : view.buttonLabel}
          </button>
        )}
        {!request && <p class="hint">{view.hint}</p>}
        <div ref={result} class="result" aria-live="polite" aria-busy={state.isCalling}>
          {state.isCalling && !exchange && <p class="hint">Working…</p>}
          {exchange && !isOk(exchange) && (
            <p class="error" role="alert">
              {replaceIndices(exchange.answer.message ?? `The answer was ${exchange.status}.`)}
            </p>
          )}
          {exchange && exchange.warnings.length > 0 && (
            <ul class="warning" aria-label="Warnings">
              {exchange.warnings.map((warning) => (
                <li key={warning}>{replaceIndices(warning)}</li>
              ))}
            </ul>
          )}
          {answer !== undefined && <Result answer={answer} />}
        </div>
        {After && <After />}
      </section>
      <MapContents />
      <RequestPanel />
      <p class="foot">
        <a href="/docs">API reference</a>
      </p>
    </>
  )
}

/** Submits the view's request. If a field is invalid, focuses it instead; the field then shows its error. */
function submitRequest(view: View, section: HTMLElement): void {
  const wrong = [...section.querySelectorAll('input')].filter((field) => !field.checkValidity())
  const request = view.request(store.get())
  if (wrong[0]) wrong[0].focus()
  else if (request) run(view, request)
}

function openView(view: (typeof views)[number]['id']): void {
  store.edit({ view })
  store.set(nothingShown)
}
