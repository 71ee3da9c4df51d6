// Describes an e-mail that the mail server did not accept: whether a retry may help, and the reason in plain words.

import { describeConnectionError } from '../error/reason.ts'
import type { EmailResult } from '../operation/services.ts'
import { formatOneLine } from '../value/line.ts'

export interface MailError {
  code?: string
  /** Error code of the operating system, if the error has one. */
  originalCode?: string
  responseCode?: number
  response?: string
  /** Last command that the server received. */
  command?: string
  message: string
}

const messageMax = 500

/**
 * Describes a failure. Only a rejection of the address or of the e-mail is final; an operator can correct a failed
 * sign-in.
 */
export function describeMailFailure(error: MailError, isTransmitted: boolean): EmailResult {
  const { code, responseCode, originalCode, command } = error
  const isOfLetter = code === 'EMESSAGE' || (code === 'EENVELOPE' && command !== 'MAIL FROM')
  // The address cannot be sent to the server.
  const isUnspeakable = code === 'EENVELOPE' && command === 'API'
  const isFinal = isUnspeakable || (isOfLetter && responseCode !== undefined && responseCode >= 500)
  // Without a response, it is unknown whether the server has accepted the e-mail.
  const isUnsure = isTransmitted && responseCode === undefined
  return {
    failure: isFinal ? 'refused' : 'failed',
    code: [code, originalCode ?? responseCode].filter(Boolean).join(' '),
    message: formatReason(error).slice(0, messageMax) + (isUnsure ? ' The e-mail may have arrived.' : ''),
    ...(isOfLetter ? {} : { isOfServer: true as const }),
    ...(isUnsure ? { isUnsure } : {}),
  }
}

function formatReason({ code, originalCode, response, command, message }: MailError): string {
  if (code === 'ETLS' && command === 'STARTTLS')
    return 'The mail server offers no encryption, so Dray does not send the password.'
  if (response !== undefined) return formatOneLine(response)
  if (code === 'ETIMEDOUT') return 'The mail server did not answer in time.'
  if (originalCode !== undefined)
    return `The mail server cannot be used: ${describeConnectionError({ code: originalCode })}.`
  if (code === 'ECONNECTION') return 'The mail server ended the connection.'
  return formatOneLine(message)
}
