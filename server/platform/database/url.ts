// Parses database URLs: the listed hosts, and the part that may be shown.

/** Returns one URL per host of a URL such as `postgres://user@one:5432,two:5432/name`. */
export function listHostUrls(url: string): string[] {
  const match = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url)
  if (!match) return [url]
  const [, before, hosts, after] = match
  return hosts!.split(',').map((host) => `${before}${host}${after}`)
}

/**
 * Describes the place of a database for people, without user, password and parameters. An unencoded password may
 * contain a separator such as a slash. In that case, nothing before the last `@` is shown.
 */
export function describeUrl(url: string): string {
  const [, hosts = '', name = ''] = /^postgres(?:ql)?:\/\/(?:[^/?#]*@)?([^/?#]*)\/?([^?#]*)/.exec(url) ?? []
  const isClear = !name.includes('@') && hosts.split(',').every((host) => /^(\[.*\]|[^:]*)(:\d*)?$/.test(host))
  if (isClear) return `postgres://${hosts}/${name}`
  return `postgres://${url.slice(url.lastIndexOf('@') + 1).replace(/[?#].*/, '')}`
}
