// Finds the route of a request by its path: literal segments, parameters at the end and in between.
import { Problem } from '../platform/error/problems.ts'
import type { Exchange, Route } from './exchange.ts'
import { decode } from './request.ts'

/** A request to a proxy names the whole URL; what counts here is the same. */
const originForm = (target: string) => target.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '')

/**
 * Returns a function that finds the route of a request and fills in its query and parameters. It rejects a wrong
 * method.
 */
export function router(routes: Route[]): (exchange: Exchange) => Route | undefined {
  const byPath = new Map<string, Route[]>()
  for (const route of routes) {
    // A path with its only parameter at the end is found by its start.
    const place = route.path.replace(/\{\w+\}$/, '')
    byPath.set(place, [...(byPath.get(place) ?? []), route])
  }
  const patterns: Pattern[] = []
  for (const [place, found] of byPath)
    if (place.includes('{')) {
      byPath.delete(place)
      patterns.push(patternOf(found))
    }
  /** Returns whether only a slash at the end of a path is too many. */
  const isNearMiss = (path: string): boolean => {
    if (!path.endsWith('/')) return false
    const meant = path.slice(0, -1)
    if (byPath.has(meant)) return true
    // Outside the API, a parameter is the name of a page or a file.
    if (!path.startsWith('/v1/')) return false
    const start = meant.lastIndexOf('/') + 1
    return byPath.has(meant.slice(0, start)) || patterns.some(({ expression }) => expression.test(meant))
  }
  return (exchange) => {
    const target = exchange.request.url!
    const url = target.startsWith('/') ? target : originForm(target)
    const question = url.indexOf('?')
    const path = question === -1 ? url : url.slice(0, question)
    if (question !== -1) exchange.queryText = url.slice(question + 1)
    let found = byPath.get(path)
    if (!found || path.endsWith('/')) {
      const start = path.lastIndexOf('/') + 1
      found = start < path.length ? byPath.get(path.slice(0, start)) : undefined
      if (found) exchange.parameters = [decode(path.slice(start))]
      else found = match(patterns, path, exchange)
      if (!found && isNearMiss(path)) throw trailingSlash(path)
      if (!found) return undefined
    }
    const method = exchange.request.method === 'HEAD' ? 'GET' : exchange.request.method
    for (const route of found) if (route.method === method) return route
    throw notAllowed(found.map((route) => route.method))
  }
}

interface Pattern {
  expression: RegExp
  routes: Route[]
}
/** Routes of one path, and the expression that finds it. */
const patternOf = (routes: Route[]): Pattern => ({
  expression: new RegExp(`^${routes[0]!.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
  routes,
})

function match(patterns: Pattern[], path: string, exchange: Exchange): Route[] | undefined {
  for (const { expression, routes } of patterns) {
    const found = expression.exec(path)
    if (!found) continue
    exchange.parameters = found.slice(1).map(decode)
    return routes
  }
  return undefined
}

const trailingSlash = (path: string): Problem =>
  new Problem('NOT_FOUND', {
    message: `This path does not exist. Leave out the slash at its end: \`${path.slice(0, -1).slice(0, 200)}\`.`,
  })

function notAllowed(methods: string[]): Problem {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return new Problem('METHOD_NOT_ALLOWED', { message: `This path supports only ${allow}.`, headers: { Allow: allow } })
}
