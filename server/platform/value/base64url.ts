// Decodes base64url text that a client sends.

/**
 * Decodes base64url. Returns undefined unless the text is the one spelling of its bytes: `Buffer` also accepts padding,
 * other alphabets and any value in the unused bits of the last character.
 */
export function decodeBase64url(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, 'base64url')
  return bytes.toString('base64url') === text ? bytes : undefined
}
