// The pages that the navigation leads to, in their order: a new screen adds its line here and its route in router.tsx.
import { IconPackages, IconRoute, IconTruck, type TablerIcon } from '@tabler/icons-react'
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
  { to: '/plan', words: 'routePlan', icon: IconRoute, key: 'p' },
  { to: '/consignments', words: 'consignments', icon: IconPackages, key: 'c' },
  { to: '/loads', words: 'loads', icon: IconTruck, key: 'l' },
] as const satisfies readonly NavigationPage[]
