// Checks settings of proofs, e-mails and tracking pages for rules that the schema cannot express.
import type { EnvironmentSettings } from '../../../contract/environment.ts'
import { roadLimits } from '../../../contract/road.ts'
import type { RequestError } from '../../platform/error/problems.ts'
import { findImageError } from '../../platform/image/rules.ts'
import { readLogo } from '../../platform/value/logo.ts'

export const findProofSettingErrors = ({ pod }: EnvironmentSettings): RequestError[] => [
  ...repeatedCodes(pod.reasons),
  ...(pod.photosMin > pod.photosMax
    ? [{ path: '/pod/photosMin', code: 'order' as const, message: '`photosMin` must not be more than `photosMax`.' }]
    : []),
]

function repeatedCodes(reasons: EnvironmentSettings['pod']['reasons']): RequestError[] {
  const usedCodes = new Set<string>()
  return reasons.flatMap(({ code }, index) => {
    const isTwice = usedCodes.has(code)
    usedCodes.add(code)
    const path = `/pod/reasons/${index}/code`
    return isTwice
      ? [{ path, code: 'duplicate', message: `The code \`${code}\` appears more than once.`, values: { key: code } }]
      : []
  })
}

/**
 * Checks that a logo is an image and nothing else, since e-mails, documents and public pages show it. Reading an image
 * takes time, so call it outside a transaction.
 */
export async function findLogoErrors(logo: string): Promise<RequestError[]> {
  if (logo === '') return []
  const wrong = (error: Omit<RequestError, 'path'>): RequestError[] => [{ path: '/branding/logo', ...error }]
  const bytes = readLogo(logo)?.bytes
  if (!bytes) return wrong({ code: 'format', message: 'Send a PNG or JPEG image as a `data:` URL in Base64.' })
  if (bytes.length > roadLimits.logoBytes)
    return wrong({
      code: 'size',
      message: 'The image is larger than 100 KB.',
      values: { maxBytes: roadLimits.logoBytes },
    })
  const error = await findImageError(bytes)
  return error ? wrong(error) : []
}
