// The pages that the navigation leads to, in their order: a new screen adds its line here and its route in router.tsx.
import { IconPackages, type TablerIcon } from '@tabler/icons-react'
import type { shellWords } from './words.ts'

export interface NavigationPage {
  to: string
  words: keyof typeof shellWords & string
  icon: TablerIcon
  /** `g` and then this key go there. */
  key: string
  section?: 'settings'
}

export const pages = [
  { to: '/consignments', words: 'consignments', icon: IconPackages, key: 'c' },
] as const satisfies readonly NavigationPage[]
