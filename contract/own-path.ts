// Restricts the address after a sign-in to a path of this service.

const home = '/'
/** Pattern of a path that leaves the site, also after a second decoding. */
const leavesSite = /^\/([/\\]|%2f|%5c|%0[9ad])/i
/** Base URL for parsing, with a host that never exists. Only a relative path keeps this origin. */
const origin = 'http://own.invalid'

/**
 * Returns the path if it is on this site, otherwise the first page. Browsers read `//host`, `/\host`, and both with
 * tabs or line ends in between, as another site. Therefore the path is parsed as a browser parses it, and checked
 * again.
 */
export function parseLocalPath(input: unknown): string {
  if (typeof input !== 'string' || !input.startsWith('/') || input.length > 2_048) return home
  const url = URL.parse(input, origin)
  if (url === null || url.origin !== origin) return home
  const path = `${url.pathname}${url.search}${url.hash}`
  return leavesSite.test(path) ? home : path
}
