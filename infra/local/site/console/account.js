import { showKey } from './accounts.js'
import { ask } from './api.js'
import { drawChargesChart, drawSwatch, sumByOperation } from './chart.js'
import { confirmAction, field, h, notify, once } from './dom.js'
import { padAmount, table, time } from './tables.js'

/** Builds the view of one account: money, keys, usage, jobs and ledger. `reload` draws it again. */
export async function buildAccountView(id, reload) {
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
    buildMoneySection(state.account, changing),
    buildKeysSection(id, state.keys, { changing, reload }),
    buildUsageSection(state),
    buildJobsTable(state.jobs),
    state.holds.length > 0 ? buildHoldsTable(state.holds) : null,
    buildLedgerTable(state),
  ]
}

function buildMoneySection({ account_id, balance_usd, held_usd, grants }, changing) {
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

function buildKeysSection(account_id, keys, { changing, reload }) {
  const setState = (key_id, state, done, question) =>
    changing(async () => {
      if (question && !(await confirmAction(question, 'Revoke'))) return undefined
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

function buildUsageSection(state) {
  const sums = sumByOperation(state.usage)
  const numbers = table(
    'Use of the last 30 days',
    [
      ['Operation', ({ operation, index }) => h('span', {}, drawSwatch(index), ` ${operation}`)],
      ['Charges', ({ calls }) => calls.toLocaleString(), 'number'],
      ['Charged, USD', ({ charged }) => charged.toFixed(4), 'number'],
    ],
    sums.map((sum, index) => ({ ...sum, index })),
    'Nothing was charged.',
  )
  if (sums.length > 0) numbers.querySelector('h2').after(drawChargesChart(state))
  return numbers
}

const buildJobsTable = (jobs) =>
  table(
    'Newest jobs',
    [
      ['Job', ({ job_id }) => job_id],
      ['State', ({ state, error }) => (error ? `${state}: ${error.message}` : state)],
      ['Rows', ({ counts }) => counts.total.toLocaleString(), 'number'],
      ['Done', ({ progress }) => `${Math.floor(progress * 100)} %`, 'number'],
      ['Charged, USD', ({ charged_usd }) => padAmount(charged_usd), 'number'],
      ['Created', ({ created_at }) => time(created_at)],
    ],
    jobs,
    'There are no jobs.',
  )

const buildHoldsTable = (holds) =>
  table(
    'On hold for jobs',
    [
      ['Hold', ({ hold_id }) => hold_id],
      ['Amount, USD', ({ amount_usd }) => padAmount(amount_usd), 'number'],
      ['Since', ({ at }) => time(at)],
      ['Until', ({ expires_at }) => expires_at && time(expires_at)],
    ],
    holds,
    '',
  )

const buildLedgerTable = ({ ledger, ledger_rows: all }) =>
  table(
    all > ledger.length
      ? `Ledger: the newest ${ledger.length} of ${all.toLocaleString()}`
      : 'Ledger',
    [
      ['No.', ({ sequence }) => sequence, 'number'],
      ['Time', ({ at }) => time(at)],
      ['What', ({ operation, kind }) => operation ?? kind],
      ['Amount, USD', ({ amount_usd }) => padAmount(amount_usd), 'number'],
      ['Balance, USD', ({ balance_after_usd }) => padAmount(balance_after_usd), 'number'],
      ['Request', ({ request_id }) => request_id],
    ],
    ledger,
    'The ledger is empty.',
  )
