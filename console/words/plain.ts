// Sentences of the service, which speaks of its interface, as the console says them: what it quotes has a name here, or none.

/** The name of what stands in backticks; undefined for what is said as it is. */
export type NameOf = (quoted: string) => string | undefined

/** An order is a consignment only in the interface. */
const asOrders = (text: string): string =>
  text.replace(/\b([Cc])onsignment(?=s?\b)/g, (_, first) => (first === 'C' ? 'Order' : 'order'))

export const plainText = (message: string, nameOf: NameOf): string =>
  message
    .split(/`([^`]*)`/)
    .map((part, index) => (index % 2 === 0 ? asOrders(part) : (nameOf(part) ?? part)))
    .join('')

/** What stands at a field needs not say which: `` `lat` must be at most 90. `` is “Must be at most 90.” there. */
export function withoutSubject(message: string, path: string): string {
  const [, subject, rest] = /^`([^`]+)` (.+)$/s.exec(message) ?? []
  if (rest === undefined || !path.endsWith(`/${subject}`)) return message
  return rest.charAt(0).toUpperCase() + rest.slice(1)
}
