// The way in: solve a problem at once, or begin a search and run it in slices.
import type { Answer, Limit, Options, Problem, Search } from './model.ts'

export function begin(_problem: Problem, _limit: Limit): Search {
  throw new Error('not yet')
}

export function solve(problem: Problem, options: Options): Answer {
  const search = begin(problem, options)
  while (search.run(50)) {
    options.onBest?.(search.progress())
    if (options.shouldStop?.()) break
  }
  return search.best()
}
