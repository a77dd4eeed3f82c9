import { useState } from 'preact/hooks'
import type { Exchange } from '../api.ts'
import { findOperation } from '../facts.ts'
import { useStore } from '../store.ts'
import { Export } from './export.tsx'
import { Scrolled } from './scrolled.tsx'
import { toCurl, toMcp, toTypescript } from './snippets.ts'

/** Maximum number of characters shown of an answer. The button copies the whole answer. */
const maxShown = 20_000

/** The exact request, with its answer, price and time. */
export function RequestPanel() {
  const exchange = useStore((state) => state.exchange)
  if (!exchange) return null
  const { id, method, path, price, unit } = findOperation(exchange.request.operation)
  const charged = exchange.charged ?? '0.00'
  return (
    <section class="request" aria-label="Request and answer">
      <h2>The request</h2>
      <p class="request-line">
        <code>
          {method} {path}
        </code>
      </p>
      <dl class="facts">
        <div>
          <dt>Charged</dt>
          <dd>{charged} USD</dd>
        </div>
        <div>
          <dt>{unit ? 'Price, at least' : 'Price a call'}</dt>
          <dd title={unit}>{price} USD</dd>
        </div>
        <div>
          <dt>Time</dt>
          <dd>{Math.round(exchange.milliseconds)} ms</dd>
        </div>
      </dl>
      <Export />
      <Tabs key={id} exchange={exchange} />
    </section>
  )
}

function Tabs({ exchange }: { exchange: Exchange }) {
  const { request, answer } = exchange
  const texts: [name: string, text: string | undefined][] = [
    ['curl', toCurl(request, location.origin)],
    ['TypeScript', toTypescript(request, location.origin)],
    ['MCP', toMcp(request)],
    ['Answer', JSON.stringify(answer, null, 2)],
  ]
  const [shown, setShown] = useState('curl')
  const text = texts.find(([name]) => name === shown)?.[1] ?? ''
  return (
    <>
      <fieldset class="row">
        <legend class="hidden">Form of the request</legend>
        {texts.map(([name, each]) =>
          each === undefined ? null : (
            <button
              key={name}
              type="button"
              aria-pressed={name === shown}
              onClick={() => setShown(name)}
            >
              {name}
            </button>
          ),
        )}
        <button type="button" onClick={() => void navigator.clipboard?.writeText(text)}>
          Copy
        </button>
      </fieldset>
      <Scrolled name={shown}>
        <pre class="code">
          {text.length > maxShown ? `${text.slice(0, maxShown)}\n… Copy gives all of it.` : text}
        </pre>
      </Scrolled>
    </>
  )
}
