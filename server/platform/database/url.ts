// Database URLs: the hosts that one lists, and what of it people may see.

/** One URL for each host that a URL such as `postgres://user@one:5432,two:5432/name` lists. */
export function urlsOf(url: string): string[] {
  const match = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url)
  if (!match) return [url]
  const [, before, hosts, after] = match
  return hosts!.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * Describes the place of a database for people, without user, password and parameters. An unencoded password may
 * contain a separator such as a slash. In that case, nothing before the last `@` is shown.
 */
export function placeOf(url: string): string {
  const [, hosts = '', name = ''] = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#]*)\/?([^?#]*)/.exec(url) ?? []
  const isClear = !name.includes('@') && hosts.split(',').every((host) => /^(\[.*\]|[^:]*)(:\d*)?$/.test(host))
  if (isClear) return `postgres://${hosts}/${name}`
  return `postgres://${url.slice(url.lastIndexOf('@') + 1).replace(/[?#].*/, '')}`
}
