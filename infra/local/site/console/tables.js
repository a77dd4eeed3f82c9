import { h } from './dom.js'

/**
 * Creates a table that scrolls sideways on its own.
 *
 * @param caption Name of the rows.
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

/** Maximum decimals of an amount. */
const decimals = 6

/** Pads an amount with digit-wide spaces in place of missing decimals, so that the decimal points of a column align. */
export function padAmount(usd = '') {
  const [, fraction = ''] = usd.split('.')
  return usd + '\u2007'.repeat(Math.max(0, decimals - fraction.length))
}

/** Formats an ISO time for people, in the reader's time zone. */
export function time(text) {
  const shown = new Date(text).toLocaleString(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return h('time', { datetime: text }, shown)
}
