// Checks settings of proofs, e-mails and tracking pages for rules that the schema cannot express.
import type { Settings } from '../../../contract/environment.ts'
import type { FaultCode } from '../../../contract/problem.ts'
import { roadLimits } from '../../../contract/road.ts'
import type { Finding } from '../../platform/error/problems.ts'
import { pictureFault } from '../../platform/image/rules.ts'
import { readLogo } from '../../platform/value/logo.ts'

export const roadFindings = ({ pod }: Settings): Finding[] => [
  ...repeatedCodes(pod.reasons),
  ...(pod.photosMin > pod.photosMax
    ? [{ path: '/pod/photosMin', code: 'order' as const, message: '`photosMin` must not be more than `photosMax`.' }]
    : []),
]

function repeatedCodes(reasons: Settings['pod']['reasons']): Finding[] {
  const seen = new Set<string>()
  return reasons.flatMap(({ code }, index) => {
    const isTwice = seen.has(code)
    seen.add(code)
    const path = `/pod/reasons/${index}/code`
    return isTwice ? [{ path, code: 'duplicate', message: `The code \`${code}\` appears more than once.` }] : []
  })
}

/**
 * Checks that a logo is an image and nothing else, since e-mails, documents and public pages show it. Reading an image
 * takes time, so call it outside a transaction.
 */
export async function logoFindings(logo: string): Promise<Finding[]> {
  if (logo === '') return []
  const wrong = (code: FaultCode, message: string): Finding[] => [{ path: '/branding/logo', code, message }]
  const bytes = readLogo(logo)?.bytes
  if (!bytes) return wrong('format', 'Send a PNG or JPEG image as a `data:` URL in Base64.')
  if (bytes.length > roadLimits.logoBytes) return wrong('size', 'The image is larger than 100 KB.')
  const fault = await pictureFault(bytes)
  return fault ? wrong(fault.code, fault.message) : []
}
