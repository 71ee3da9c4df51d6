// The thread that searches: numbers go to the solver, and what it has found comes back as text that can be stored.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import type { OptimisationInput } from '../../contract/optimisation.ts'
import type { Answer } from '../../solver/model.ts'
import { reasonsFor } from '../../solver/reasons.ts'
import { begin } from '../../solver/solve.ts'
import type { TravelMatrix } from '../core/services.ts'
import type { Material } from './material.ts'
import { placesOf, type Translated, translate } from './problem.ts'
import { proposalOf } from './proposal.ts'

export interface Task {
  material: Material
  travel: TravelMatrix
  request: OptimisationInput
  seconds: number
  seed: number
  /** Ids of orders by the key of the route, as a search had them that could not go on. */
  warm: Record<string, string[]> | undefined
}
export interface Finding {
  fraction: number
  isLast: boolean
  /** Of the solver: what several threads compare. */
  cost: number
  /** JSON of both. */
  figures: string
  proposal: string
}

const port = parentPort!
/** What people wait for comes first. Only Linux gives each thread a priority of its own. */
const priority = 15
if (process.platform === 'linux') setPriority(priority)

/** How long the solver goes on without being looked at, and how often what it has found is told. */
const sliceMs = 100
const tellMs = 1_000

port.once('message', (task: Task) => {
  const { material, travel, request, seconds, seed } = task
  const plain = translate(material, placesOf(material), travel, request)
  const translated = task.warm ? begunFrom(plain, task.warm) : plain
  const search = begin(translated.problem, { seconds, seed, warm: task.warm !== undefined })
  let told = Date.now()
  while (search.run(sliceMs)) {
    if (Date.now() - told < tellMs) continue
    told = Date.now()
    tell(task, translated, search.best(), { fraction: search.progress().fraction, isLast: false })
  }
  tell(task, translated, search.best(), { fraction: 1, isLast: true })
})

function tell(
  { material }: Task,
  translated: Translated,
  answer: Answer,
  { fraction, isLast }: { fraction: number; isLast: boolean },
): void {
  const { before, after, loads, leftOut } = proposalOf(
    material,
    translated,
    answer,
    reasonsFor(translated.problem, answer),
  )
  const found: Finding = {
    fraction,
    isLast,
    cost: answer.cost,
    figures: JSON.stringify({ before, after }),
    proposal: JSON.stringify({ loads, leftOut }),
  }
  port.postMessage(found)
}

function begunFrom(translated: Translated, warm: Record<string, string[]>): Translated {
  const jobOf = new Map(translated.orders.map(({ consignmentId }, job) => [consignmentId, job]))
  const vehicles = translated.problem.vehicles.map((vehicle, index) => {
    const ids = warm[translated.routes[index]!.key]
    return ids ? { ...vehicle, route: ids.flatMap((id) => jobOf.get(id) ?? []) } : vehicle
  })
  return { ...translated, problem: { ...translated.problem, vehicles } }
}
