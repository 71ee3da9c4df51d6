// Decides which photos, signature, reason and name a proof of delivery needs.
import type { OutcomeName, PodSettings } from './road.ts'

interface ProofNeeds {
  /** Whether the outcome needs a failure reason. An environment without reasons does not need one. */
  reason: boolean
  /** Minimum number of photos. */
  photos: number
  /** Code of the failure reason that requires a photo; undefined if the settings require photos for every outcome. */
  photoReason: string | undefined
  signature: PodSettings['signature'][OutcomeName]
  /** Whether the console needs the name of the person who signed on paper, instead of a signature. */
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
