// Asks the server. The token lives in this module alone: not in the address, a cookie or storage.

let token = ''

/** Takes the token of a printed address, which then leaves the address bar and the history. */
export function takeTokenOfAddress() {
  const given = new URLSearchParams(location.hash.slice(1)).get('token')
  if (!given) return
  token = given
  history.replaceState(null, '', '/console#/')
}

export const hasToken = () => token !== ''

export function setToken(text) {
  token = text.trim().replace(/^.*token=/, '')
}

/** Does an action of the console. Throws an Error with the sentence of the server. */
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
