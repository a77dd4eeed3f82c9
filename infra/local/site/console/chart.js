import { h } from './dom.js'

const width = 720
const height = 160
const colours = 8

/** Draws charges by day as stacked bars, one colour for each operation. The table beside it contains the numbers. */
export function drawChargesChart({ first_day: first, last_day: last, usage }) {
  const days = listDays(first, last)
  const operations = sumByOperation(usage).map(({ operation }) => operation)
  const charged = (day, operation) =>
    usage
      .filter((use) => use.day === day && use.operation === operation)
      .reduce((sum, use) => sum + Number(use.charged_usd), 0)
  const totals = days.map((day) => operations.reduce((sum, each) => sum + charged(day, each), 0))
  const top = Math.max(...totals)
  const step = width / days.length
  const bars = days.map((day, column) => {
    let y = height
    const parts = operations.map((operation, index) => {
      const tall = (charged(day, operation) / top) * height
      y -= tall
      const at = { x: column * step + 1, y, width: step - 2, height: tall }
      return tall > 0 ? h('rect', { ...at, class: `operation-${index % colours}` }) : null
    })
    return h('g', {}, h('title', {}, `${day}: ${totals[column].toFixed(4)} USD`), parts)
  })
  const label = `Charges by day, ${first} to ${last}, at most ${top.toFixed(4)} USD`
  const size = { viewBox: `0 0 ${width} ${height}`, preserveAspectRatio: 'none' }
  return h(
    'figure',
    {},
    h('svg', { class: 'chart', role: 'img', 'aria-label': label, ...size }, bars),
    h(
      'figcaption',
      {},
      h('span', {}, first),
      h('span', {}, `highest day: ${top.toFixed(4)} USD`),
      h('span', {}, last),
    ),
  )
}

/** Sums calls and charges by operation, highest charges first. */
export function sumByOperation(usage) {
  const sums = new Map()
  for (const { operation, calls, charged_usd } of usage) {
    const sum = sums.get(operation) ?? { operation, calls: 0, charged: 0 }
    sums.set(operation, sum)
    sum.calls += calls
    sum.charged += Number(charged_usd)
  }
  return [...sums.values()].sort((a, b) => b.charged - a.charged)
}

/** Draws the colour of an operation in the chart. */
export const drawSwatch = (index) =>
  h(
    'svg',
    { class: 'swatch', viewBox: '0 0 10 10', 'aria-hidden': 'true' },
    h('rect', { width: 10, height: 10, class: `operation-${index % colours}` }),
  )

function listDays(first, last) {
  const days = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += 24 * 3_600_000) {
    days.push(new Date(at).toISOString().slice(0, 10))
  }
  return days
}
