// Defines the properties of every section of the outcome form.
import type { PodSettings } from '../../contract/road.ts'
import type { Draft } from '../data/storage.ts'

export interface SectionProps {
  draft: Draft
  pod: PodSettings
  change(part: Partial<Draft>): void
}
