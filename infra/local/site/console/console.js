import { buildAccountView } from './account.js'
import { buildAccountsView } from './accounts.js'
import { ask, hasToken, setToken, takeToken } from './api.js'
import { field, h, notify, once } from './dom.js'

// Shows the view that the address names: `#/` or `#/accounts/ID`.

const view = document.querySelector('#view')

function buildSignInView() {
  const signIn = once(async (form) => {
    setToken(new FormData(form).get('token'))
    await ask('accounts')
    await show()
  })
  return h(
    'section',
    {},
    h('h2', {}, 'Token'),
    h(
      'p',
      {},
      'The command that serves this page prints its address with a token. It holds until the command ends.',
    ),
    h(
      'form',
      { onsubmit: signIn },
      field('Token or printed address', { name: 'token', type: 'password', required: true }),
      h('button', {}, 'Open'),
    ),
  )
}

/** Shows in the header whether the accounts belong to this machine or to a deployment. */
async function showPlace() {
  const shown = document.querySelector('#place')
  if (shown.textContent) return
  const { place, reference } = await ask('about')
  const link = reference && h('a', { href: reference }, 'Reference')
  shown.replaceChildren(place, ...(link ? [' · ', link] : []))
}

async function show() {
  takeToken()
  const account = /^#\/accounts\/([\w-]+)$/.exec(location.hash)?.[1]
  view.setAttribute('aria-busy', 'true')
  try {
    if (hasToken()) await showPlace()
    if (!hasToken()) view.replaceChildren(buildSignInView())
    else if (account)
      view.replaceChildren(...(await buildAccountView(account, show)).filter(Boolean))
    else view.replaceChildren(...(await buildAccountsView(show)))
  } catch (error) {
    notify(error.message, true)
    if (!hasToken()) view.replaceChildren(buildSignInView())
  } finally {
    view.removeAttribute('aria-busy')
  }
}

addEventListener('hashchange', async () => {
  notify('')
  await show()
  view.focus({ preventScroll: true })
  scrollTo(0, 0)
})
await show()
