// Whether this browser can draw the map at all.

/** Asked once: a context that is made only to look is given back at once, for browsers keep few of them. */
let offered: boolean | undefined

export function hasWebGl(): boolean {
  if (offered === undefined) {
    const context = document.createElement('canvas').getContext('webgl2')
    offered = context !== null
    context?.getExtension('WEBGL_lose_context')?.loseContext()
  }
  return offered
}
