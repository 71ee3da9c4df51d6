// Defines the properties of every section of the outcome form.
import type { PodSettings } from '../../contract/road.ts'
import type { OutcomeDraft } from '../data/storage.ts'

export interface SectionProps {
  draft: OutcomeDraft
  pod: PodSettings
  change(changes: Partial<OutcomeDraft>): void
}
