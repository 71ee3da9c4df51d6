// The addresses of the console: each screen is a chunk of its own, loaded when it is first opened or pointed at.
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
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
  component: lazyRouteComponent(() => import('./consignments/page.tsx'), 'ConsignmentsPage'),
})
const consignment = createRoute({ getParentRoute: () => consignments, path: '/$consignmentId' })

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    link,
    shell.addChildren([home, plan, loads, consignments.addChildren([consignment])]),
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
