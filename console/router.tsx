// The addresses of the console: each screen is a chunk of its own, loaded when it is first opened or pointed at.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { readSearch } from './consignments/search.ts'
import { loadFilters } from './loads/filters.ts'
import { asDay } from './plan/day.ts'
import { findSession } from './session/account.ts'
import { SignInPage } from './session/sign-in.tsx'
import { Failure, NotFound } from './shell/failure.tsx'
import { Shell } from './shell/shell.tsx'

const root = createRootRoute({ component: Outlet })

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: ({ next }): { next?: string } => (typeof next === 'string' && next.startsWith('/') ? { next } : {}),
  component: () => <SignInPage next={signIn.useSearch().next ?? '/'} />,
})

const link = createRoute({
  getParentRoute: () => root,
  path: '/welcome',
  component: lazyRouteComponent(() => import('./session/link.tsx'), 'LinkPage'),
})

/** Everything behind it needs a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  async beforeLoad({ location }) {
    if (!(await findSession())) throw redirect({ to: '/sign-in', search: { next: location.href } })
  },
  component: Shell,
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
  validateSearch: ({ day, load }): { day?: string | undefined; load?: string | undefined } => ({
    day: asDay(day),
    load: text(load),
  }),
  component: lazyRouteComponent(() => import('./plan/page.tsx'), 'PlanPage'),
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

/** Every value of an address is a text, and looks like one. */
const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))
const stringifySearch = (search: Record<string, unknown>): string => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '')
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}

export const router = createRouter({
  parseSearch,
  stringifySearch,
  routeTree: root.addChildren([
    signIn,
    link,
    shell.addChildren([home, plan, loads, consignments.addChildren([newConsignment, consignment])]),
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: ({ error }) => <Failure error={error} />,
  defaultNotFoundComponent: NotFound,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
