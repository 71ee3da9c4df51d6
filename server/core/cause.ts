// What a failure was caused by, in words for operators. Those who asked are told less.
import { isUnavailable } from '../database/database.ts'

/** What the connection to another program failed by. Its code and no text: what another program says may be anything. */
export function connectionFault(error: unknown): string {
  // The outer error of `fetch` says nothing but that it failed.
  const { cause, code: own, message } = error as Error & { code?: string; cause?: { code?: string; message?: string } }
  const code = cause?.code ?? own
  if (code === undefined) return `the connection failed (${cause?.message ?? message})`
  if (/^(ENOTFOUND|EAI_)/.test(code)) return `the name was not found (${code})`
  if (code === 'ECONNREFUSED') return `the connection was refused (${code})`
  if (isOfEncryption(code)) return `the certificate or the encryption was not accepted (${code})`
  return `the connection failed (${code})`
}

export const isOfEncryption = (code: string): boolean => /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO|ALTNAME/.test(code)

/** With its cause, where one is known. */
export function inFull(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== ''
    ? `${message.replace(/\.$/, '')}: ${cause.message.replace(/\.?$/, '.')}`
    : message
}

/** What a command says of why it failed. What is unavailable is told to everybody without its cause; all else says it itself. */
export const saidByCommand = (error: unknown): string => {
  if (isUnavailable(error)) return inFull(error)
  return error instanceof Error ? error.message : String(error)
}
