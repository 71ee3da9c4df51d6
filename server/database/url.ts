// Database URLs: the hosts that one lists, and what of it people may see.

/** One URL for each host that a URL such as `postgres://user@one:5432,two:5432/name` lists. */
export function urlsOf(url: string): string[] {
  const match = /^(postgres(?:ql)?:\/\/(?:[^@/?]*@)?)([^/?]*)(.*)$/.exec(url)
  if (!match) return [url]
  const [, before, hosts, after] = match
  return hosts!.split(',').map((host) => `${before}${host}${after}`)
}

/** Where it is, for people: without user, password and parameters. */
export function placeOf(url: string): string {
  const [, hosts, name] = /^postgres(?:ql)?:\/\/(?:[^@/?]*@)?([^/?]*)\/?([^?]*)/.exec(url) ?? []
  return `postgres://${hosts}/${name}`
}
