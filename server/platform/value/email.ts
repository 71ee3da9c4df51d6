// Checks e-mail addresses, and finds addresses of the same mailbox.
import { domainToASCII, domainToUnicode } from 'node:url'

const domainLengthMax = 253

/** Form of most addresses: a local part that needs no quotes, and a domain of ASCII characters. */
const plain = /^[!#-'*+\-./0-9=?A-Z^_`a-z{|}~]{1,254}@[\w-]+(\.[\w-]+)*$/
/** Characters of an address in any script, except separators of headers and invisible characters. */
const bare =
  /^[^\s@<>()[\],;:\\"\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]{1,254}@[^\s@<>()[\],;:\\"\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{DI}]+$/u

/**
 * Returns whether a domain is in its normal form. E-mails are sent to that form, so another form would be a second
 * address for one mailbox.
 */
function isNormalDomain(domain: string): boolean {
  if (domain.length > domainLengthMax || domain.split('.').includes('')) return false
  const small = domain.toLowerCase()
  return /^[\w.-]+$/.test(small) || domainToUnicode(domainToASCII(small)) === small
}

/**
 * Returns whether a text is one e-mail address and nothing else. Its domain may be in its own script or as mail servers
 * write it: see `normaliseMailbox`.
 */
export function isBareEmail(text: string): boolean {
  if (plain.test(text)) return true
  if (!bare.test(text)) return false
  const atIndex = text.indexOf('@')
  const name = text.slice(0, atIndex)
  return name.normalize('NFKC') === name && isNormalDomain(text.slice(atIndex + 1))
}

/** Returns the mailbox of an address, by which e-mails are counted. The domain of the result is in ASCII. */
export function normaliseMailbox(email: string): string {
  const domainStart = email.lastIndexOf('@') + 1
  const domain = email.slice(domainStart)
  return email.slice(0, domainStart) + (domainToASCII(domain) || domain)
}
