// Finds the name of the author of a change. A user whose account is deleted has no name.
import type { ChangeActor } from '../../contract/change.ts'
import { useTexts } from '../words/language.ts'
import { changeTexts } from './words.ts'

export function useActorName(): (actor: ChangeActor) => string {
  const texts = useTexts(changeTexts)
  // A deleted driver has no name. The id is the key after a prefix.
  return ({ kind, id, name }) => name ?? (kind === 'person' ? texts.deletedPerson : id.replace(/^driver:/, ''))
}
