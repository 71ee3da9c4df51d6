// Decides which proof determines the outcome of an order, and finds the conflicts of a new proof.
import type { PodConflict } from '../../../contract/pod.ts'
import type { ConsignmentRow } from '../../orders/record/store.ts'
import type { LoadRow } from '../../orders/stop/store.ts'
import type { CountingProof, PodRow } from './store.ts'

/**
 * Returns the deciding proof of an order: the latest proof that is not replaced. If the order is on a load, only proofs
 * of that load and successful proofs of any load can decide. `decidingProof` in `orders/record/store.ts` is this rule
 * in SQL.
 */
export function findLatestProof(order: ConsignmentRow, proofs: readonly CountingProof[]): CountingProof | undefined {
  const currentProofs = proofs.filter(
    ({ replacedBy, loadId, outcome }) =>
      replacedBy === null && (order.loadId === null || loadId === order.loadId || outcome === 'success'),
  )
  return currentProofs.reduce<CountingProof | undefined>(
    (latest, proof) => (latest && latest.time > proof.time ? latest : proof),
    undefined,
  )
}

/** State of the load of a proof. */
interface LoadScene {
  /** Undefined outside a load, and if the load was deleted. */
  status: LoadRow['status'] | undefined
  isInLoad: boolean
}

interface Circumstances {
  order: ConsignmentRow | undefined
  pod: PodRow
  scene: LoadScene
  latest: CountingProof | undefined
  isHeld: boolean
  fromDesk: boolean
  /** True only for a proof with a ticket; Dray rejects other proofs with too many photos. */
  hasTooManyPhotos: boolean
}

/** Returns the most serious conflict of a proof, or null. */
export function findConflict({
  order,
  pod,
  scene,
  latest,
  isHeld,
  fromDesk,
  hasTooManyPhotos,
}: Circumstances): PodConflict | null {
  if (!order) return 'order_deleted'
  if (pod.replacedBy !== null || (latest && latest !== pod && latest.time > pod.time)) return 'later_outcome'
  if (!scene.isInLoad) return 'not_in_load'
  // A started load is not required in the console: a driver with a paper run sheet does not start the load.
  if (!fromDesk && scene.status !== undefined && scene.status !== 'started' && scene.status !== 'completed')
    return 'load_not_started'
  if (isHeld) return 'time_out_of_range'
  return hasTooManyPhotos ? 'too_many_photos' : null
}
