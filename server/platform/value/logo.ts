// Reads the logo of an environment, which its settings contain as an image in a `data:` URL.

export interface LogoImage {
  type: 'image/png' | 'image/jpeg'
  bytes: Buffer
}

/** Reads a logo from its data URL. Returns undefined for an empty or other text. */
export function readLogo(url: string): LogoImage | undefined {
  const [, type, base64] = /^data:(image\/(?:png|jpeg));base64,([\w+/]+=*)$/.exec(url) ?? []
  return base64 === undefined ? undefined : { type: type as LogoImage['type'], bytes: Buffer.from(base64, 'base64') }
}
