// Decides who needs a second factor: all people of the installation, or the people of some environments.
import type { Me } from '../../../contract/person.ts'
import type { Reader } from '../../platform/database/database.ts'
import { settingsOf } from '../environment/rules.ts'
import * as store from './factor-store.ts'
import * as people from './store.ts'

export const isRequiredIn = async (tx: Reader, environmentId: string): Promise<boolean> =>
  (await settingsOf(tx, environmentId)).signIn.secondFactor === 'required'

/** Returns whether an environment of the person requires a second factor. */
export async function isRequiredOf(tx: Reader, personId: string): Promise<boolean> {
  for (const { environmentId } of await people.listMemberships(tx, personId))
    if (await isRequiredIn(tx, environmentId)) return true
  return false
}

/** Returns the state of a person's second factors. `isRequired` is the setting of the installation. */
export async function standingOf(tx: Reader, personId: string, isRequired: boolean): Promise<Me['secondFactor']> {
  if (await people.isOutside(tx, personId)) return 'outside'
  if (await store.hasFactor(tx, personId)) return 'set'
  return isRequired || (await isRequiredOf(tx, personId)) ? 'due' : 'none'
}
