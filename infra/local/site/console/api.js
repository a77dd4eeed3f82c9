// Calls the server. The token is kept in this module only: not in the address, a cookie or storage.

let token = ''

/** Takes the token from a printed address and removes it from the address bar and the history. */
export function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!given) return
  token = given
  history.replaceState(null, '', '/console#/')
}

export const hasToken = () => token !== ''

export function setToken(text) {
  token = text.trim().replace(/^.*token=/, '')
}

/** Performs an action of the console. Throws an Error with the sentence of the server. */
export async function ask(action, input = {}) {
  const response = await fetch(`/console/api/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(input),
  }).catch(() => {
    throw new Error('The server does not answer.')
  })
  const answer = await response.json()
  if (response.status === 401) token = ''
  if (!response.ok) throw new Error(answer.message)
  return answer
}
