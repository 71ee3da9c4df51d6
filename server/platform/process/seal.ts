// Seals secrets before they are stored and opens them again, with keys that are not in the database.
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'

interface Key {
  id: string
  bytes: Buffer
}

const keyBytes = 32
const nonceBytes = 12
const tagBytes = 16
/** Form of a sealed text. No plain secret of Dray begins like this. */
const form = /^sealed:1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/

/**
 * Keys of this thread, which works on one database. The first key seals, and all keys open. A new installation has no
 * keys and seals nothing.
 */
let keys: readonly Key[] = []

/** Loads the keys of a file: one in each line, 32 bytes in Base64, the newest first. An empty name means no keys. */
export function loadSecretsKeys(file: string): void {
  keys = file === '' ? [] : keysIn(file)
}

function keysIn(file: string): Key[] {
  const lines = contentOf(file)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
  const found = lines.map((line) => Buffer.from(line, 'base64'))
  if (found.length === 0 || found.some(({ length }) => length !== keyBytes))
    throw new Error(
      `The secrets key file ${file} must hold one key in each line: ${keyBytes} random bytes in Base64, as ` +
        `\`openssl rand -base64 ${keyBytes}\` prints them.`,
    )
  return found.map((bytes) => ({
    id: createHash('sha256').update('dray key').update(bytes).digest('hex').slice(0, 8),
    bytes,
  }))
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Error(`The secrets key file ${file} cannot be read (${(error as { code?: string }).code}).`)
  }
}

/** Returns the id of the key that seals; undefined without keys. */
export const getSealingKeyId = (): string | undefined => keys[0]?.id

export const hasKey = (id: string): boolean => keys.some((key) => key.id === id)

/** Returns the id of the key that sealed a stored text; undefined for a plain text. */
export const readSealKeyId = (stored: string): string | undefined => form.exec(stored)?.[1]

/**
 * Seals a secret. `owner` identifies its record, such as `webhook 019f…`. The text can be opened only with the same
 * owner.
 */
export function sealSecret(secret: string, owner: string): string {
  const key = keys[0]
  if (!key) return secret
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final(), cipher.getAuthTag()])
  return `sealed:1:${key.id}:${sealed.toString('base64url')}`
}

/** Opens a sealed text. Returns an unsealed text unchanged: it was stored before the first key. */
export function openSecret(stored: string, owner: string): string {
  const [, id, text] = form.exec(stored) ?? []
  if (id === undefined) return stored
  const key = keys.find((candidate) => candidate.id === id)
  if (!key) throw new Error(missingKey(id))
  const sealed = Buffer.from(text!, 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, sealed.subarray(0, nonceBytes))
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(-tagBytes))
  try {
    const opened = [decipher.update(sealed.subarray(nonceBytes, -tagBytes)), decipher.final()]
    return Buffer.concat(opened).toString('utf8')
  } catch {
    throw new Error(`The secret of ${owner} has been changed in the database, and cannot be decrypted.`)
  }
}

/**
 * Seals a secret with the newest key. Returns undefined if this key has already sealed it. Throws if the secret cannot
 * be opened.
 */
export function resealSecret(stored: string, owner: string): string | undefined {
  const secret = openSecret(stored, owner)
  return readSealKeyId(stored) === getSealingKeyId() ? undefined : sealSecret(secret, owner)
}

const missingKey = (id: string) =>
  `The database holds secrets that are sealed with the key ${id}, which ` +
  `${keys.length === 0 ? 'is not given: name its file' : 'is not among the given ones: add it to the file'} with ` +
  '--secrets-key-file or DRAY_SECRETS_KEY_FILE.'
