// Detects whether the browser offers WebGL.

/** Result of the first check, which releases its context: browsers allow few of them. */
let offered: boolean | undefined

export function hasWebGl(): boolean {
  if (offered === undefined) {
    const context = document.createElement('canvas').getContext('webgl2')
    offered = context !== null
    context?.getExtension('WEBGL_lose_context')?.loseContext()
  }
  return offered
}
