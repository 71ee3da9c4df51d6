// The kinds of actors: reads from the id of an actor whether a user, a driver, a program or the service made a change.
import type { ActorKind } from '../../../contract/shared.ts'
import { serviceActor } from './operation.ts'
import { driverPrefix, outsidePrefix } from './principal.ts'

export const personPrefix = 'person:'

export function readActorKind(environmentId: string, id: string): ActorKind {
  if (id === serviceActor) return 'system'
  if (id.startsWith(personPrefix)) return 'person'
  if (id.startsWith(driverPrefix)) return 'driver'
  // The ids of clients start with the id of their environment, also after the client is deleted.
  return id.startsWith(outsidePrefix) || id.startsWith(`${environmentId}.`) ? 'client' : 'token'
}
