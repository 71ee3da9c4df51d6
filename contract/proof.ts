// Decides which photos, signature, reason and name a proof of delivery needs.
import type { OutcomeName, PodSettings } from './road.ts'

interface ProofNeeds {
  /** A failure reason. An environment without reasons needs none. */
  reason: boolean
  /** Fewest photos. */
  photos: number
  /** Code of the reason that alone causes the need for a photo. */
  photoReason: string | undefined
  signature: PodSettings['signature'][OutcomeName]
  /** The name of who signed on paper, which replaces the signature in the console. */
  name: boolean
}

/** Returns the needs of a proof. Drivers take photos and signatures; users of the console take neither. */
export function listProofNeeds(
  { reasons, photosMin, signature }: PodSettings,
  outcome: OutcomeName,
  reasonCodes: readonly (string | null | undefined)[],
  site: 'door' | 'desk',
): ProofNeeds {
  const isRequired = signature[outcome] === 'required'
  const common = { reason: outcome !== 'success' && reasons.length > 0 }
  if (site === 'desk') {
    const need = isRequired ? 'optional' : signature[outcome]
    return { ...common, photos: 0, photoReason: undefined, signature: need, name: isRequired && outcome !== 'failed' }
  }
  const needing = reasons.find(({ code, photoRequired }) => photoRequired && reasonCodes.includes(code))
  const photoReason = photosMin > 0 ? undefined : needing?.code
  const photos = photoReason === undefined ? photosMin : 1
  return { ...common, photos, photoReason, signature: signature[outcome], name: false }
}
