// Finds the route of a request by its path: literal segments, parameters at the end and in between.
import { ApiProblem } from '../platform/error/problems.ts'
import type { HttpExchange, HttpRoute } from './exchange.ts'
import { decodeUrlText } from './request.ts'

/** Returns a request target without scheme and host. A client of a proxy sends the whole URL. */
const originForm = (target: string) => target.replace(/^https?:\/\/[^/?#]*(?=\/)/i, '')

/**
 * Returns a function that finds the route of a request and fills in its query and parameters. It rejects a wrong
 * method.
 */
export function createRouter(routes: HttpRoute[]): (exchange: HttpExchange) => HttpRoute | undefined {
  const byPath = new Map<string, HttpRoute[]>()
  for (const route of routes) {
    // A path with its only parameter at the end is found by its start.
    const prefix = route.path.replace(/\{\w+\}$/, '')
    byPath.set(prefix, [...(byPath.get(prefix) ?? []), route])
  }
  const patterns: Pattern[] = []
  for (const [prefix, found] of byPath)
    if (prefix.includes('{')) {
      byPath.delete(prefix)
      patterns.push(patternOf(found))
    }
  /** Returns whether a path matches a route except for its last slash. */
  const isNearMiss = (path: string): boolean => {
    if (!path.endsWith('/')) return false
    const trimmed = path.slice(0, -1)
    if (byPath.has(trimmed)) return true
    // Outside the API, a parameter is the name of a page or a file.
    if (!path.startsWith('/v1/')) return false
    const start = trimmed.lastIndexOf('/') + 1
    return byPath.has(trimmed.slice(0, start)) || patterns.some(({ expression }) => expression.test(trimmed))
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
      if (found) exchange.parameters = [decodeUrlText(path.slice(start))]
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
  routes: HttpRoute[]
}
/** Routes of one path, and the expression that finds it. */
const patternOf = (routes: HttpRoute[]): Pattern => ({
  expression: new RegExp(`^${routes[0]!.path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '([^/]+)')}$`),
  routes,
})

function match(patterns: Pattern[], path: string, exchange: HttpExchange): HttpRoute[] | undefined {
  for (const { expression, routes } of patterns) {
    const found = expression.exec(path)
    if (!found) continue
    exchange.parameters = found.slice(1).map(decodeUrlText)
    return routes
  }
  return undefined
}

const trailingSlash = (path: string): ApiProblem =>
  new ApiProblem('NOT_FOUND', {
    message: `This path does not exist. Leave out the slash at its end: \`${path.slice(0, -1).slice(0, 200)}\`.`,
  })

function notAllowed(methods: string[]): ApiProblem {
  const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].join(', ')
  return new ApiProblem('METHOD_NOT_ALLOWED', {
    message: `This path supports only ${allow}.`,
    values: { allowed: allow.split(', ') },
    headers: { Allow: allow },
  })
}
