// Names the author of a change. A user whose account is deleted has no name.
import type { Actor } from '../../contract/change.ts'
import { useWords } from '../words/language.ts'
import { changeWords } from './words.ts'

export function useActorName(): (actor: Actor) => string {
  const words = useWords(changeWords)
  // A driver that was deleted has no name any more: the id is the key behind a prefix.
  return ({ kind, id, name }) => name ?? (kind === 'person' ? words.deletedPerson : id.replace(/^driver:/, ''))
}
