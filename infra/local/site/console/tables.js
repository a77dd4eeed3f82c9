import { h } from './dom.js'

/**
 * A table that scrolls sideways by itself.
 *
 * @param caption What the rows are.
 * @param columns `[heading, cell of a row, 'number' for right-aligned]`
 */
export function table(caption, columns, rows, empty) {
  if (rows.length === 0) return h('section', {}, h('h2', {}, caption), h('p', {}, empty))
  const head = columns.map(([name, , kind]) => h('th', { scope: 'col', class: kind }, name))
  const body = rows.map((row) =>
    h(
      'tr',
      {},
      columns.map(([, cell, kind]) => h('td', { class: kind }, cell(row) ?? '')),
    ),
  )
  return h(
    'section',
    {},
    h('h2', {}, caption),
    h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': caption },
      h('table', {}, h('thead', {}, h('tr', {}, head)), h('tbody', {}, body)),
    ),
  )
}

/** Decimals at most in an amount. */
const decimals = 6

/** An amount, with spaces as wide as digits for those that it has not: the points of a column are in line. */
export function aligned(usd = '') {
  const [, fraction = ''] = usd.split('.')
  return usd + '\u2007'.repeat(Math.max(0, decimals - fraction.length))
}

/** An ISO time for people, in the reader's zone. */
export function time(text) {
  const shown = new Date(text).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return h('time', { datetime: text }, shown)
}
