import { useEffect } from 'preact/hooks'
import { type ApiRequest, call, hasKey, isOk } from './api.ts'
import type { DrawnFeature } from './map/drawing.ts'
import { nothingShown, store, useStore } from './store.ts'
import type { View } from './views/view.ts'

interface Question {
  view: View
  request: ApiRequest
}

/** One array, so that a move of a stop redraws nothing where the view has no sketch. */
const noSketch: readonly DrawnFeature[] = []

let isRunning = false
let waiting: Question | undefined
/** The request that the drawing belongs to. */
let shown = ''

/** Asks again whenever what the view asks for has changed. */
export function useAnswers(view: View): void {
  const state = useStore((snapshot) => snapshot)
  const request = view.request(state)
  const text = request ? JSON.stringify(request) : ''
  useEffect(() => {
    store.set({ sketch: view.sketch?.(store.get()) ?? noSketch })
  }, [view, state.points, state.fields, state.files])
  const isAsked = !view.isManual && text !== '' && state.region !== undefined && hasKey()
  useEffect(() => {
    if (isAsked) run(view, request!)
    else if (text !== shown) {
      waiting = undefined
      store.set(nothingShown)
      shown = ''
    }
  }, [text, isAsked])
}

/** Asks; while an answer is awaited the latest request waits, so that a drag is followed at its own pace. */
export function run(view: View, request: ApiRequest): void {
  if (isRunning) {
    waiting = { view, request }
    return
  }
  isRunning = true
  store.set({ isCalling: true })
  void ask({ view, request }).finally(() => {
    isRunning = false
    const next = waiting
    waiting = undefined
    if (next) run(next.view, next.request)
    else store.set({ isCalling: false })
  })
}

async function ask({ view, request }: Question): Promise<void> {
  const exchange = await call(request).catch(() => ({
    request,
    status: 0,
    answer: { message: 'The server cannot be reached.' },
    charged: undefined,
    balance: undefined,
    warnings: [],
    milliseconds: 0,
  }))
  // Another view is open by now.
  if (store.get().view !== view.id) return
  shown = JSON.stringify(request)
  const shows = isOk(exchange) && {
    answer: exchange.answer,
    drawing: view.draw(exchange.answer, store.get()),
  }
  store.set({ ...nothingShown, exchange, ...shows, hoverMeters: undefined })
}
