/** Checks which hosts and origins may use the server. Default: only this machine. */
import { isIP } from 'node:net'
import { RequestFailure, quoteText } from './failure.ts'

/** The hosts and origins that the server allows. */
export interface Access {
  /** The address on which the server listens. Requests to this address, to IP addresses and to `localhost` are always allowed. */
  readonly host: string
  /** Additional names in the header Host; `*` allows any. */
  readonly allowedHosts: readonly string[]
  /** Additional origins whose pages may read answers; `*` allows any. Pages of this machine are always allowed. */
  readonly origins: readonly string[]
}

/**
 * Throws RequestFailure if the header Host names a host that is not allowed (possible DNS rebinding), or if there are
 * several such headers.
 */
export function checkHost(
  { host, allowedHosts }: Access,
  [header, ...furtherHeaders]: readonly (string | undefined)[] = [],
): void {
  if (furtherHeaders.length > 0) throw new RequestFailure(400, 'there are several headers Host, expected one')
  if (header === undefined || allowedHosts.includes('*')) return
  const name = header.replace(/:\d*$/, '').toLowerCase()
  if (isLocal(name) || isIP(name.replace(/^\[|\]$/g, '')) > 0 || name === host.toLowerCase()) return
  if (allowedHosts.some((allowed) => allowed.toLowerCase() === name)) return
  throw new RequestFailure(
    403,
    `host ${quoteText(name)} is not allowed, expected --allowed-hosts with its name`,
  )
}

/** The value of Access-Control-Allow-Origin for an origin; undefined if its pages may not read answers. */
export function allowedOrigin({ origins }: Access, origin: string): string | undefined {
  if (origins.includes('*')) return '*'
  return origins.includes(origin) || isLocal(/^https?:\/\/(.*?)(?::\d+)?$/.exec(origin)?.[1])
    ? origin
    : undefined
}

const isLocal = (name: string | undefined): boolean =>
  name !== undefined && /^(?:localhost|[^.:]+\.localhost|127\.0\.0\.1|\[::1\])$/.test(name)
