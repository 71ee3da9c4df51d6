// The logo of an environment as its settings hold it: a picture in a `data:` URL.

export interface Logo {
  type: 'image/png' | 'image/jpeg'
  bytes: Buffer
}

/** Nothing where there is none, and where the text is no such URL. */
export function readLogo(url: string): Logo | undefined {
  const [, type, base64] = /^data:(image\/(?:png|jpeg));base64,([\w+/]+=*)$/.exec(url) ?? []
  return base64 === undefined ? undefined : { type: type as Logo['type'], bytes: Buffer.from(base64, 'base64') }
}
