import { useEffect } from 'preact/hooks'
import { type ApiRequest, call, hasKey, isOk } from './api.ts'
import { store, useStore } from './store.ts'
import { viewOf } from './view-table.ts'

let isRunning = false
let waiting: ApiRequest | undefined
/** The request that the drawing belongs to. */
let shown = ''

/** Asks again whenever what the view asks for has changed. */
export function useAnswers(): void {
  const state = useStore((snapshot) => snapshot)
  const view = viewOf(state.view)
  const request = view.request(state)
  const text = request ? JSON.stringify(request) : ''
  const isAsked = !view.isManual && text !== '' && state.region !== undefined && hasKey()
  useEffect(() => {
    if (isAsked) run(request!)
    else if (text !== shown) {
      waiting = undefined
      store.set({ exchange: undefined, drawing: { features: [] }, selection: undefined })
      shown = ''
    }
  }, [text, isAsked])
}

/** Asks; while an answer is awaited the latest request waits, so that a drag is followed at its own pace. */
export function run(request: ApiRequest): void {
  if (isRunning) {
    waiting = request
    return
  }
  isRunning = true
  store.set({ isCalling: true })
  void ask(request).finally(() => {
    isRunning = false
    const next = waiting
    waiting = undefined
    if (next) run(next)
    else store.set({ isCalling: false })
  })
}

async function ask(request: ApiRequest): Promise<void> {
  const { view: viewId } = store.get()
  const exchange = await call(request).catch((error: Error) => ({
    ...{
      request,
      status: 0,
      answer: { message: `The server cannot be reached: ${error.message}` },
    },
    ...{ charged: undefined, balance: undefined, warnings: undefined, milliseconds: 0 },
  }))
  // Another view is open by now.
  if (store.get().view !== viewId) return
  shown = JSON.stringify(request)
  const drawing = isOk(exchange)
    ? viewOf(viewId).draw(exchange.answer, store.get())
    : { features: [] }
  store.set({ exchange, drawing, selection: undefined, hoverMeters: undefined })
}
