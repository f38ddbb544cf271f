/** Which hosts and origins may use the server: by default those of this machine. */
import { isIP } from 'node:net'
import { RequestFailure, shown } from './failure.ts'

/** What a server that listens beyond this machine, or serves pages of other origins, has to allow. */
export interface Access {
  /** The address that the server listens on. Requests to it, to an IP address and to `localhost` are always allowed. */
  readonly host: string
  /** More names that a request may have in its header Host; `*` allows any. */
  readonly allowedHosts: readonly string[]
  /** Origins whose pages may read answers, besides pages of this machine; `*` allows any. */
  readonly origins: readonly string[]
}

/** Throws RequestFailure if the header Host names another host, which could be DNS rebinding, or if there are several. */
export function checkHost(
  { host, allowedHosts }: Access,
  [header, ...others]: readonly (string | undefined)[] = [],
): void {
  if (others.length > 0) throw new RequestFailure(400, 'there are several headers Host, expected one')
  if (header === undefined || allowedHosts.includes('*')) return
  const name = header.replace(/:\d*$/, '').toLowerCase()
  if (isLocal(name) || isIP(name.replace(/^\[|\]$/g, '')) > 0 || name === host.toLowerCase()) return
  if (allowedHosts.some((allowed) => allowed.toLowerCase() === name)) return
  throw new RequestFailure(403, `host ${shown(name)} is not allowed, expected --allowed-hosts with its name`)
}

/** The value of Access-Control-Allow-Origin for a page of that origin; undefined if the page may not read answers. */
export function allowedOrigin({ origins }: Access, origin: string): string | undefined {
  if (origins.includes('*')) return '*'
  return origins.includes(origin) || isLocal(/^https?:\/\/(.*?)(?::\d+)?$/.exec(origin)?.[1])
    ? origin
    : undefined
}

const isLocal = (name: string | undefined): boolean =>
  name !== undefined && /^(?:localhost|[^.:]+\.localhost|127\.0\.0\.1|\[::1\])$/.test(name)
