import { RegionError } from '../errors.ts'
import { UnreachableError } from './transient-errors.ts'

/** Maximum number of redirects, the limit of browsers. */
const maxRedirects = 20

/**
 * Requests an address and follows redirects, only to http and https and never from https to http.
 *
 * @throws RegionError for lasting errors, `UnreachableError` for others, and the reason of `signal`.
 */
export async function requestFollowingRedirects(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  let address = parseAddress(url)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await sendRequest(address, headers, signal)
    const location = response.headers.get('location')
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null
    if (!isRedirect) return response
    address = resolveRedirect(address, location)
  }
  throw new RegionError(
    `${url} cannot be downloaded: it redirects more than ${maxRedirects} times, probably in a circle.`,
  )
}

function parseAddress(url: string): URL {
  const address = URL.parse(url)
  if (!address || !isWeb(address))
    throw new RegionError(`${url} cannot be downloaded: give an http or https address.`)
  return address
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}

/**
 * Resolves the target of a redirect.
 *
 * @throws RegionError for a redirect that must not be followed.
 */
export function resolveRedirect(from: URL, location: string): URL {
  const to = URL.parse(location, from.href)
  if (!to || !isWeb(to) || (from.protocol === 'https:' && to.protocol === 'http:'))
    throw new RegionError(
      `${from.href} cannot be downloaded: it redirects to ${JSON.stringify(location.slice(0, 100))}, which is not a safe address.`,
    )
  return to
}

async function sendRequest(
  address: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(address.href, { headers, redirect: 'manual', signal })
  } catch (error) {
    signal.throwIfAborted()
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined
    const reason = cause?.code ?? cause?.message ?? (error as Error).message
    if (/CERT|SIGNATURE|SELF_SIGNED/.test(reason))
      throw new RegionError(
        `${address.host} cannot be trusted (${reason}): behind a TLS-inspecting proxy, set NODE_EXTRA_CA_CERTS to its certificate.`,
        { cause: error },
      )
    throw new UnreachableError(
      `${address.host} cannot be reached (${reason}): is there a network?`,
      {
        cause: error,
      },
    )
  }
}
