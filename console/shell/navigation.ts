// The pages of the navigation in their order. A new page has a line here and a route in router.tsx.
import {
  IconAdjustments,
  IconBell,
  IconBuildingWarehouse,
  IconFileExport,
  IconFileImport,
  IconForms,
  IconHistory,
  IconInfoCircle,
  IconKey,
  IconMail,
  IconMapPinQuestion,
  IconMapPins,
  IconPackages,
  IconRoute,
  IconRuler2,
  IconSignature,
  IconSteeringWheel,
  IconTags,
  IconTruck,
  IconTruckDelivery,
  IconUserCircle,
  IconUsers,
  IconWebhook,
  type TablerIcon,
} from '@tabler/icons-react'
import type { TokenScope } from '../../contract/endpoint.ts'
import type { shellTexts } from './words.ts'

export interface NavigationPage {
  to: string
  words: keyof typeof shellTexts & string
  icon: TablerIcon
  /** The key after `g` that opens the page. */
  key: string
  section?: 'settings'
  /** The scope that the page needs. */
  scope?: TokenScope
}

export const navigationPages = [
  { to: '/plan', words: 'routePlan', icon: IconRoute, key: 'p', scope: 'loads:read' },
  { to: '/consignments', words: 'orders', icon: IconPackages, key: 'c', scope: 'consignments:read' },
  { to: '/loads', words: 'loads', icon: IconTruck, key: 'l', scope: 'loads:read' },
  { to: '/export', words: 'exportList', icon: IconFileExport, key: 'e', scope: 'export:read' },
  { to: '/import', words: 'importOrders', icon: IconFileImport, key: 'i', scope: 'consignments:write' },
  { to: '/positions', words: 'positions', icon: IconMapPinQuestion, key: 'q', scope: 'consignments:write' },
  { to: '/emails', words: 'emails', icon: IconMail, key: 'm', scope: 'consignments:read' },
  { to: '/history', words: 'history', icon: IconHistory, key: 'y' },
  {
    to: '/settings/depots',
    words: 'depots',
    icon: IconBuildingWarehouse,
    key: 'd',
    section: 'settings',
    scope: 'depots:read',
  },
  {
    to: '/settings/vehicles',
    words: 'vehicles',
    icon: IconTruckDelivery,
    key: 'v',
    section: 'settings',
    scope: 'fleet:read',
  },
  {
    to: '/settings/drivers',
    words: 'drivers',
    icon: IconSteeringWheel,
    key: 'f',
    section: 'settings',
    scope: 'fleet:read',
  },
  { to: '/settings/channels', words: 'channels', icon: IconTags, key: 'h', section: 'settings' },
  { to: '/settings/fields', words: 'customFields', icon: IconForms, key: 'x', section: 'settings' },
  { to: '/settings/areas', words: 'areas', icon: IconMapPins, key: 'a', section: 'settings' },
  { to: '/settings/routes', words: 'routeSettings', icon: IconAdjustments, key: 'r', section: 'settings' },
  { to: '/settings/display', words: 'display', icon: IconRuler2, key: 's', section: 'settings' },
  { to: '/settings/proof', words: 'proof', icon: IconSignature, key: 'o', section: 'settings' },
  { to: '/settings/notifications', words: 'notifications', icon: IconBell, key: 'n', section: 'settings' },
  { to: '/settings/access', words: 'apiAccess', icon: IconKey, key: 'k', section: 'settings', scope: 'tokens:read' },
  {
    to: '/settings/webhooks',
    words: 'webhooks',
    icon: IconWebhook,
    key: 'w',
    section: 'settings',
    scope: 'webhooks:read',
  },
  { to: '/settings/people', words: 'people', icon: IconUsers, key: 'u', section: 'settings', scope: 'people:read' },
  { to: '/about', words: 'about', icon: IconInfoCircle, key: 'b', section: 'settings' },
] as const satisfies readonly NavigationPage[]

/** The page of the user's own account, in the user menu. */
export const accountPage = { to: '/account', words: 'myAccount', icon: IconUserCircle } as const
