import { showKey } from './accounts.js'
import { ask } from './api.js'
import { chargesChart, operationsOf, swatch } from './chart.js'
import { confirmed, field, h, notify, once } from './dom.js'
import { aligned, table, time } from './tables.js'

/** One account: money, keys, use, jobs and ledger. `reload` draws it anew. */
export async function accountView(id, reload) {
  const state = await ask('account', { account_id: id })
  const changing = (work) =>
    once(async (form) => {
      const done = await work(form)
      if (done === undefined) return
      await reload()
      notify(done)
    })
  return [
    h('p', { class: 'back' }, h('a', { href: '#/' }, '← All accounts')),
    h('h2', { class: 'account' }, id),
    moneySection(state.account, changing),
    keysSection(id, state.keys, { changing, reload }),
    usageSection(state),
    jobsTable(state.jobs),
    state.holds.length > 0 ? holdsTable(state.holds) : null,
    ledgerTable(state),
  ]
}

function moneySection({ account_id, balance_usd, held_usd, grants }, changing) {
  const hasPredict = grants.includes('predict')
  const topUp = changing(async (form) => {
    const amount_usd = new FormData(form).get('amount_usd')
    await ask('top-up', { account_id, amount_usd })
    return `Topped up by ${amount_usd} USD.`
  })
  const grant = changing(async () => {
    await ask('set-grant', { account_id, grant: 'predict', granted: !hasPredict })
    return hasPredict ? 'predict was withdrawn.' : 'predict was granted.'
  })
  return h(
    'section',
    {},
    h(
      'dl',
      {},
      h('div', {}, h('dt', {}, 'Balance'), h('dd', {}, `${balance_usd} USD`)),
      h('div', {}, h('dt', {}, 'On hold'), h('dd', {}, `${held_usd} USD`)),
      h('div', {}, h('dt', {}, 'Grants'), h('dd', {}, grants.join(', ') || 'none')),
    ),
    h(
      'form',
      { onsubmit: topUp },
      field('Top-up, USD', {
        name: 'amount_usd',
        required: true,
        inputmode: 'decimal',
        pattern: '\\d+(\\.\\d{1,6})?',
      }),
      h('button', {}, 'Top up'),
      h(
        'button',
        { type: 'button', onclick: grant },
        hasPredict ? 'Withdraw predict' : 'Grant predict',
      ),
    ),
  )
}

function keysSection(account_id, keys, { changing, reload }) {
  const setState = (key_id, state, done, question) =>
    changing(async () => {
      if (question && !(await confirmed(question, 'Revoke'))) return undefined
      await ask('set-key-state', { key_id, state })
      return `Key ${key_id} ${done}.`
    })
  const button = (name, key, onclick, kind) =>
    h(
      'button',
      { type: 'button', class: kind, 'aria-label': `${name} ${key.key_id}`, onclick },
      name,
    )
  const actions = (key) => {
    if (key.state === 'revoked') return ''
    const question = `Revoke ${key.key_id}? It can never be used again.`
    return h(
      'span',
      { class: 'buttons' },
      key.state === 'active'
        ? button('Suspend', key, setState(key.key_id, 'suspended', 'is suspended'))
        : button('Resume', key, setState(key.key_id, 'active', 'is active again')),
      button('Revoke', key, setState(key.key_id, 'revoked', 'is revoked', question), 'danger'),
    )
  }
  const issued = h('div', {})
  const create = once(async () => showKey(issued, await ask('create-key', { account_id }), reload))
  const list = table(
    'Keys',
    [
      ['Key', ({ key_id }) => key_id],
      ['Ends with', ({ hint }) => h('code', {}, `…${hint}`)],
      ['State', ({ state }) => state],
      ['Created', ({ created_at }) => time(created_at)],
      ['Actions', actions],
    ],
    keys,
    'There are no keys.',
  )
  list.append(
    h('p', {}, h('button', { type: 'button', onclick: create }, 'Create another key')),
    issued,
  )
  return list
}

function usageSection(state) {
  const sums = operationsOf(state.usage)
  const numbers = table(
    'Use of the last 30 days',
    [
      ['Operation', ({ operation, index }) => h('span', {}, swatch(index), ` ${operation}`)],
      ['Charges', ({ calls }) => calls.toLocaleString(), 'number'],
      ['Charged, USD', ({ charged }) => charged.toFixed(4), 'number'],
    ],
    sums.map((sum, index) => ({ ...sum, index })),
    'Nothing was charged.',
  )
  if (sums.length > 0) numbers.querySelector('h2').after(chargesChart(state))
  return numbers
}

const jobsTable = (jobs) =>
  table(
    'Newest jobs',
    [
      ['Job', ({ job_id }) => job_id],
      ['State', ({ state, error }) => (error ? `${state}: ${error.message}` : state)],
      ['Rows', ({ counts }) => counts.total.toLocaleString(), 'number'],
      ['Done', ({ progress }) => `${Math.floor(progress * 100)} %`, 'number'],
      ['Charged, USD', ({ charged_usd }) => aligned(charged_usd), 'number'],
      ['Created', ({ created_at }) => time(created_at)],
    ],
    jobs,
    'There are no jobs.',
  )

const holdsTable = (holds) =>
  table(
    'On hold for jobs',
    [
      ['Hold', ({ hold_id }) => hold_id],
      ['Amount, USD', ({ amount_usd }) => aligned(amount_usd), 'number'],
      ['Since', ({ at }) => time(at)],
      ['Until', ({ expires_at }) => expires_at && time(expires_at)],
    ],
    holds,
    '',
  )

const ledgerTable = ({ ledger, ledger_rows: all }) =>
  table(
    all > ledger.length
      ? `Ledger: the newest ${ledger.length} of ${all.toLocaleString()}`
      : 'Ledger',
    [
      ['No.', ({ sequence }) => sequence, 'number'],
      ['Time', ({ at }) => time(at)],
      ['What', ({ operation, kind }) => operation ?? kind],
      ['Amount, USD', ({ amount_usd }) => aligned(amount_usd), 'number'],
      ['Balance, USD', ({ balance_after_usd }) => aligned(balance_after_usd), 'number'],
      ['Request', ({ request_id }) => request_id],
    ],
    ledger,
    'The ledger is empty.',
  )
