// Decides to which network addresses the service may connect for a client: public ones, plus or minus the operator's
// exceptions.
import { BlockList, isIP, isIPv4 } from 'node:net'

/** Special-purpose address ranges of the registries (RFC 6890 and later), which contain no host on the internet. */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]
/** The range of IPv6 for hosts. Loopback, unique local, link-local, mapped and translated addresses are outside. */
const global6 = ['2000::/3']
/** Special-purpose ranges within `global6`: protocol assignments with Teredo, documentation, 6to4, AS112. */
const special6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20']

/** Returns whether a text is a network such as `10.1.0.0/16` or `fd00::/8`. A single address counts as one. */
export function isNet(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || address.includes('%') || rest.length > 0) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128))
}

function listOf(nets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const net of nets) {
    const [address = '', prefix] = net.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  return list
}

const reserved4 = listOf(special4)
const reserved6 = listOf(special6)
const reachable6 = listOf(global6)

/**
 * Returns a check of IP addresses. Denied networks are never reachable, allowed networks always are, and of all others
 * only public addresses are.
 */
export function createReachableCheck(allow: readonly string[], deny: readonly string[]): (address: string) => boolean {
  const allowed = listOf(allow)
  const denied = listOf(deny)
  return (address) => {
    if (isIP(address) === 0 || address.includes('%')) return false
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (denied.check(address, family)) return false
    if (allowed.check(address, family)) return true
    return family === 'ipv4'
      ? !reserved4.check(address, family)
      : reachable6.check(address, family) && !reserved6.check(address, family)
  }
}
