// Names the author of a change. A user whose account is deleted has no name.
import type { Actor } from '../../contract/change.ts'
import { useWords } from '../words/language.ts'
import { changeWords } from './words.ts'

export function useActorName(): (actor: Actor) => string {
  const words = useWords(changeWords)
  // A deleted driver has no name. The id is the key after a prefix.
  return ({ kind, id, name }) => name ?? (kind === 'person' ? words.deletedPerson : id.replace(/^driver:/, ''))
}
