import { RegionError } from '../errors.ts'
import { UnreachableError } from './transient-errors.ts'

/** As many as browsers follow. */
const maxRedirects = 20

/**
 * Asks for an address and follows redirects, only to http and https and never from https to http.
 *
 * @throws RegionError for what another try would not mend, `OutOfReach` for the rest, and the reason of
 * `signal` when it is aborted.
 */
export async function requestFollowingRedirects(
  url: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  let address = addressOf(url)
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const response = await ask(address, headers, signal)
    const location = response.headers.get('location')
    const isRedirect = [301, 302, 303, 307, 308].includes(response.status) && location !== null
    if (!isRedirect) return response
    address = redirectedTo(address, location)
  }
  throw new RegionError(
    `${url} cannot be downloaded: it redirects over ${maxRedirects} times, in a circle it seems.`,
  )
}

function addressOf(url: string): URL {
  const address = URL.parse(url)
  if (!address || !isWeb(address))
    throw new RegionError(`${url} cannot be downloaded: give an http or https address.`)
  return address
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}

/** @throws RegionError for a redirect that must not be followed. */
export function redirectedTo(from: URL, location: string): URL {
  const to = URL.parse(location, from.href)
  if (!to || !isWeb(to) || (from.protocol === 'https:' && to.protocol === 'http:'))
    throw new RegionError(
      `${from.href} cannot be downloaded: it redirects to ${JSON.stringify(location.slice(0, 100))}, which is not a safe address.`,
    )
  return to
}

async function ask(
  address: URL,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Response> {
  try {
    return await fetch(address.href, { headers, redirect: 'manual', signal })
  } catch (error) {
    signal.throwIfAborted()
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined
    const why = cause?.code ?? cause?.message ?? (error as Error).message
    if (/CERT|SIGNATURE|SELF_SIGNED/.test(why))
      throw new RegionError(
        `${address.host} cannot be trusted (${why}): behind a proxy that decrypts, name its certificate in NODE_EXTRA_CA_CERTS.`,
        { cause: error },
      )
    throw new UnreachableError(`${address.host} cannot be reached (${why}); is there a network?`, {
      cause: error,
    })
  }
}
