// What every part of the form for an outcome is given.
import type { PodSettings } from '../../contract/road.ts'
import type { Draft } from '../data/storage.ts'

export interface SectionProps {
  draft: Draft
  pod: PodSettings
  change(part: Partial<Draft>): void
}
