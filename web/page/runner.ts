import { useEffect } from 'preact/hooks'
import { type ApiRequest, call, hasKey, isOk } from './api.ts'
import type { DrawnFeature } from './map/drawing.ts'
import { nothingShown, store, useStore } from './store.ts'
import type { View } from './views/view.ts'

interface ViewRequest {
  view: View
  request: ApiRequest
}

/** A constant array, so that moving a stop redraws nothing in views without a sketch. */
const noSketch: readonly DrawnFeature[] = []

let isRunning = false
let waiting: ViewRequest | undefined
/** JSON of the request whose answer or error is shown. */
let drawnRequest = ''

/**
 * Keeps the view's sketch current, and sends its request whenever that changes. If the view has a button, or the
 * request, the region or the key is missing, clears the answer to an earlier request instead.
 */
export function useAnswers(view: View): void {
  const state = useStore((snapshot) => snapshot)
  const request = view.request(state)
  const text = request ? JSON.stringify(request) : ''
  useEffect(() => {
    store.set({ sketch: view.sketch?.(store.get()) ?? noSketch })
  }, [view, state.points, state.fields, state.files])
  const isAutomatic = !view.buttonLabel && text !== '' && state.region !== undefined && hasKey()
  useEffect(() => {
    if (isAutomatic) run(view, request!)
    else if (text !== drawnRequest) {
      waiting = undefined
      store.set(nothingShown)
      drawnRequest = ''
    }
  }, [text, isAutomatic])
}

/**
 * Sends a request. While a call is running, only the latest request waits, so a drag is followed as fast as the server
 * answers.
 */
export function run(view: View, request: ApiRequest): void {
  if (isRunning) {
    waiting = { view, request }
    return
  }
  isRunning = true
  store.set({ isCalling: true })
  void answerRequest({ view, request }).finally(() => {
    isRunning = false
    const next = waiting
    waiting = undefined
    if (next) run(next.view, next.request)
    else store.set({ isCalling: false })
  })
}

async function answerRequest({ view, request }: ViewRequest): Promise<void> {
  const exchange = await call(request).catch(() => ({
    request,
    status: 0,
    answer: { message: 'The server cannot be reached.' },
    charged: undefined,
    balance: undefined,
    warnings: [],
    milliseconds: 0,
  }))
  // The user has opened another view meanwhile.
  if (store.get().view !== view.id) return
  drawnRequest = JSON.stringify(request)
  const shows = isOk(exchange) && {
    answer: exchange.answer,
    drawing: view.draw(exchange.answer, store.get()),
  }
  store.set({ ...nothingShown, exchange, ...shows, hoverMeters: undefined })
}
