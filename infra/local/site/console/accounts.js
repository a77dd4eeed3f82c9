import { ask } from './api.js'
import { field, h, notify, once } from './dom.js'
import { padAmount, table, time } from './tables.js'

const money = /^\d+(\.\d{1,6})?$/.source

/** Builds the view of all accounts with a key, and a form for a new one. `reload` draws it again. */
export async function buildAccountsView(reload) {
  const { accounts } = await ask('accounts')
  const issued = h('div', {})
  return [
    table(
      'Accounts',
      [
        ['Account', ({ account_id: id }) => h('a', { href: `#/accounts/${id}` }, id)],
        ['Balance, USD', ({ balance_usd }) => padAmount(balance_usd), 'number'],
        ['On hold, USD', ({ held_usd }) => padAmount(held_usd), 'number'],
        ['Active keys', ({ active_keys, keys }) => `${active_keys} of ${keys}`, 'number'],
        ['Grants', ({ grants }) => grants.join(', ')],
        ['Created', ({ created_at }) => time(created_at)],
      ],
      accounts,
      'No account has a key yet.',
    ),
    h(
      'section',
      {},
      h('h2', {}, 'New account or key'),
      h(
        'form',
        {
          onsubmit: once(async (form) => {
            const { account_id, balance_usd } = Object.fromEntries(new FormData(form))
            const input = { ...(account_id && { account_id }), ...(balance_usd && { balance_usd }) }
            showKey(issued, await ask('create-key', input), reload)
            form.reset()
          }),
        },
        field('Account (a new one when empty)', {
          name: 'account_id',
          pattern: '[A-Za-z0-9_\\-]{1,64}',
          maxlength: 64,
        }),
        field('Balance, USD', { name: 'balance_usd', inputmode: 'decimal', pattern: money }),
        h('button', {}, 'Create key'),
      ),
      issued,
    ),
  ]
}

/** Shows a new key until it is dismissed, which draws the view again. The key cannot be shown a second time. */
export function showKey(place, { key, key_id, account_id }, reload) {
  const copy = async () => {
    await navigator.clipboard.writeText(key)
    notify('Copied.')
  }
  place.replaceChildren(
    h(
      'div',
      { class: 'issued', role: 'group', 'aria-label': 'New key' },
      h(
        'p',
        {},
        `Key ${key_id} of `,
        h('a', { href: `#/accounts/${account_id}` }, account_id),
        '. It is shown this once and cannot be shown again.',
      ),
      h('p', {}, h('code', {}, key)),
      h(
        'p',
        { class: 'buttons' },
        h('button', { type: 'button', onclick: once(copy) }, 'Copy'),
        h('button', { type: 'button', onclick: once(reload) }, 'Put away'),
      ),
    ),
  )
  notify('The key was created.')
}
