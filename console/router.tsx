// The routes of the console. Each page is a chunk that loads when a user opens or points at it.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Navigate,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { findSession } from './api/account.ts'
import { currentSession, openEnvironment } from './api/session.ts'
import { readSearch } from './consignments/search.ts'
import { historyFilters } from './history/filters.ts'
import { beginToFollow } from './live/stream.ts'
import { loadFilters } from './loads/filters.ts'
import { parseDay } from './platform/day.ts'
import { orderSearch, useOpenedOrder } from './platform/open-order.ts'
import { useRequestedOutcomes } from './road/requested-outcomes.ts'
import { SignInPage } from './session/sign-in.tsx'
import { FailureMessage, NotFound } from './shell/failure.tsx'
import type { FindElsewhere } from './shell/finder.tsx'
import { ConsoleShell } from './shell/shell.tsx'
import { ShortcutLayer } from './shell/shortcuts.ts'

/** The root route. Every page can show an order in a drawer. */
const root = createRootRoute({ component: Outlet, validateSearch: orderSearch })
const findElsewhere: FindElsewhere = async (language) => {
  const { listPageCommands, listSettingFields } = await import('./commands.ts')
  return { commands: listPageCommands(language), settings: listSettingFields(language) }
}
const OrderDrawer = lazy(() => import('./consignments/drawer.tsx'))
const OutcomesDialog = lazy(() => import('./order/outcomes-dialog.tsx'))

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next, problem }): { next?: string; problem?: string } => ({
    ...(typeof next === 'string' ? { next } : {}),
    ...(typeof problem === 'string' ? { problem } : {}),
  }),
  component: () => <SignInPage {...signIn.useSearch()} />,
})

const link = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./session/link.tsx'), 'LinkPage'),
})

const setUpPage = lazyRouteComponent(() => import('./session/set-up.tsx'), 'SetUpPage')

const inside = (next: unknown) => (typeof next === 'string' && /^\/(?!\/)/.test(next) ? { next } : {})

/** The route for users who must set up a second factor first. */
const secondFactor = createRoute({
  getParentRoute: () => root,
  path: '/second-factor',
  validateSearch: ({ next }): { next?: string } => inside(next),
  async beforeLoad() {
    const userSession = await findSession()
    if (!userSession) throw redirect({ to: '/sign-in' })
    if (userSession.secondFactor !== 'due') throw redirect({ to: '/' })
  },
  component: function SecondFactor() {
    const Page = setUpPage
    return <Page next={secondFactor.useSearch().next ?? '/'} />
  },
})

/** The route of all pages that need a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  async beforeLoad({ location }) {
    const userSession = await findSession()
    if (!userSession) throw redirect({ to: '/sign-in', search: { next: location.href } })
    if (userSession.secondFactor === 'due') throw redirect({ to: '/second-factor', search: { next: location.href } })
    // A link from outside, such as from an e-mail, contains its environment.
    const { environment, ...search } = location.search as Record<string, unknown>
    if (typeof environment !== 'string') {
      beginToFollow()
      return
    }
    openEnvironment(environment)
    throw redirect({ to: location.pathname, search, replace: true })
  },
  component: function Protected() {
    const isFactorRequired = currentSession.use()?.secondFactor === 'due'
    const { order, fields } = useOpenedOrder()
    const isRecordingOutcomes = useRequestedOutcomes().length > 0
    if (isFactorRequired) return <Navigate to="/second-factor" search={{ next: location.pathname }} />
    return (
      <>
        <ConsoleShell findElsewhere={findElsewhere} />
        {order === undefined ? null : (
          <Suspense>
            <ShortcutLayer value={1}>
              <OrderDrawer consignmentId={order} isAll={fields === 'all'} />
            </ShortcutLayer>
          </Suspense>
        )}
        {isRecordingOutcomes ? (
          <Suspense>
            <OutcomesDialog />
          </Suspense>
        ) : null}
      </>
    )
  },
})

const home = createRoute({
  getParentRoute: () => shell,
  path: '/',
  beforeLoad() {
    throw redirect({ to: '/plan', replace: true })
  },
})

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

const plan = createRoute({
  getParentRoute: () => shell,
  path: '/plan',
  validateSearch: ({ day, load, batch }): { day?: string | undefined; load?: string | undefined; batch?: string } => ({
    day: parseDay(day),
    load: text(load),
    // Id of an import, whose orders the pool shows.
    ...(typeof batch === 'string' && batch !== '' ? { batch } : {}),
  }),
  component: lazyRouteComponent(() => import('./plan/page/page.tsx'), 'PlanPage'),
})

const sheets = createRoute({
  getParentRoute: () => shell,
  path: '/plan/sheets',
  validateSearch: ({ day, load }): { day?: string | undefined; load?: string | undefined } => ({
    day: parseDay(day),
    load: text(load),
  }),
  component: lazyRouteComponent(() => import('./plan/sheets/page.tsx'), 'SheetsPage'),
})

const loads = createRoute({
  getParentRoute: () => shell,
  path: '/loads',
  validateSearch: loadFilters,
  component: lazyRouteComponent(() => import('./loads/page.tsx'), 'LoadsPage'),
})

const consignments = createRoute({
  getParentRoute: () => shell,
  path: '/consignments',
  validateSearch: readSearch,
  component: lazyRouteComponent(() => import('./consignments/page.tsx'), 'ConsignmentsPage'),
})
const newConsignment = createRoute({
  getParentRoute: () => consignments,
  path: '/new',
  validateSearch: ({ from }): { from?: string } => (typeof from === 'string' ? { from } : {}),
  component: lazyRouteComponent(() => import('./consignments/create.tsx'), 'NewConsignment'),
})
const consignment = createRoute({
  getParentRoute: () => consignments,
  path: '/$consignmentId',
  component: lazyRouteComponent(() => import('./consignments/detail.tsx'), 'ConsignmentDetail'),
})

/** Parses the parameters of a URL as texts. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>): string => {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries.map(([name, value]) => [name, String(value)]))}`
}

const exportList = createRoute({
  getParentRoute: () => shell,
  path: '/export',
  validateSearch: ({ find }): { find?: string } => (typeof find === 'string' && find !== '' ? { find } : {}),
  component: lazyRouteComponent(() => import('./export/page.tsx'), 'ExportPage'),
})

const depots = createRoute({
  getParentRoute: () => shell,
  path: '/settings/depots',
  validateSearch: ({ depot }): { depot?: string } => (typeof depot === 'string' ? { depot } : {}),
  component: lazyRouteComponent(() => import('./settings/depots-page.tsx'), 'DepotsPage'),
})
const vehicles = createRoute({
  getParentRoute: () => shell,
  path: '/settings/vehicles',
  validateSearch: ({ vehicle }): { vehicle?: string } => (typeof vehicle === 'string' ? { vehicle } : {}),
  component: lazyRouteComponent(() => import('./fleet/vehicles-page.tsx'), 'VehiclesPage'),
})
const drivers = createRoute({
  getParentRoute: () => shell,
  path: '/settings/drivers',
  validateSearch: ({ driver }): { driver?: string } => (typeof driver === 'string' ? { driver } : {}),
  component: lazyRouteComponent(() => import('./fleet/drivers-page.tsx'), 'DriversPage'),
})
const fields = createRoute({
  getParentRoute: () => shell,
  path: '/settings/fields',
  component: lazyRouteComponent(() => import('./settings/fields-page.tsx'), 'FieldsPage'),
})
const channels = createRoute({
  getParentRoute: () => shell,
  path: '/settings/channels',
  component: lazyRouteComponent(() => import('./settings/channels-page.tsx'), 'ChannelsPage'),
})
const areas = createRoute({
  getParentRoute: () => shell,
  path: '/settings/areas',
  validateSearch: ({ area }): { area?: string } => (typeof area === 'string' ? { area } : {}),
  component: lazyRouteComponent(() => import('./settings/areas-page.tsx'), 'AreasPage'),
})
const routes = createRoute({
  getParentRoute: () => shell,
  path: '/settings/routes',
  component: lazyRouteComponent(() => import('./settings/routes-page.tsx'), 'RoutesPage'),
})
const display = createRoute({
  getParentRoute: () => shell,
  path: '/settings/display',
  component: lazyRouteComponent(() => import('./settings/display-page.tsx'), 'DisplayPage'),
})
const proof = createRoute({
  getParentRoute: () => shell,
  path: '/settings/proof',
  component: lazyRouteComponent(() => import('./settings/proof-page.tsx'), 'ProofPage'),
})
const notifications = createRoute({
  getParentRoute: () => shell,
  path: '/settings/notifications',
  component: lazyRouteComponent(() => import('./settings/notifications-page.tsx'), 'NotificationsPage'),
})

const access = createRoute({
  getParentRoute: () => shell,
  path: '/settings/access',
  validateSearch: ({ kind }): { kind?: 'clients' } => (kind === 'clients' ? { kind } : {}),
  component: lazyRouteComponent(() => import('./access/page.tsx'), 'AccessPage'),
})

const webhooks = createRoute({
  getParentRoute: () => shell,
  path: '/settings/webhooks',
  validateSearch: ({ webhook }): { webhook?: string } => (typeof webhook === 'string' ? { webhook } : {}),
  component: lazyRouteComponent(() => import('./webhooks/page.tsx'), 'WebhooksPage'),
})
const people = createRoute({
  getParentRoute: () => shell,
  path: '/settings/people',
  component: lazyRouteComponent(() => import('./people/page.tsx'), 'PeoplePage'),
})
const account = createRoute({
  getParentRoute: () => shell,
  path: '/account',
  component: lazyRouteComponent(() => import('./people/account.tsx'), 'AccountPage'),
})

const history = createRoute({
  getParentRoute: () => shell,
  path: '/history',
  validateSearch: historyFilters,
  component: lazyRouteComponent(() => import('./history/page.tsx'), 'HistoryPage'),
})
const aboutRoute = createRoute({
  getParentRoute: () => shell,
  path: '/about',
  component: lazyRouteComponent(() => import('./about/page.tsx'), 'AboutPage'),
})

/** The route of unknown paths, so that the page keeps its navigation. */
const unknownPath = createRoute({ getParentRoute: () => shell, path: '/$', component: NotFound })

const importOrders = createRoute({
  getParentRoute: () => shell,
  path: '/import',
  component: lazyRouteComponent(() => import('./import/page.tsx'), 'ImportPage'),
})

const positions = createRoute({
  getParentRoute: () => shell,
  path: '/positions',
  component: lazyRouteComponent(() => import('./positions/page.tsx'), 'PositionsPage'),
})

const emails = createRoute({
  getParentRoute: () => shell,
  path: '/emails',
  component: lazyRouteComponent(() => import('./emails/page.tsx'), 'EmailsPage'),
})

export const consoleRouter = createRouter({
  parseSearch,
  stringifySearch,
  routeTree: root.addChildren([
    signIn,
    link,
    secondFactor,
    shell.addChildren([
      home,
      plan,
      sheets,
      loads,
      consignments.addChildren([newConsignment, consignment]),
      exportList,
      importOrders,
      positions,
      emails,
      access,
      webhooks,
      people,
      account,
      history,
      aboutRoute,
      depots,
      vehicles,
      drivers,
      channels,
      fields,
      areas,
      routes,
      display,
      proof,
      notifications,
      unknownPath,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error }) => <FailureMessage error={error} />,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof consoleRouter
  }
}
