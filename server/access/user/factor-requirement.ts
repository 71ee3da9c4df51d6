// Who needs a second factor: everybody where the installation says so, else the people of environments that say so.
import type { Me } from '../../../contract/person.ts'
import type { Reader } from '../../platform/database/database.ts'
import { settingsOf } from '../environment/rules.ts'
import * as store from './factor-store.ts'
import * as people from './store.ts'

export const isRequiredIn = async (tx: Reader, environmentId: string): Promise<boolean> =>
  (await settingsOf(tx, environmentId)).signIn.secondFactor === 'required'

/** Whether one of the environments that the person belongs to requires it. */
export async function isRequiredOf(tx: Reader, personId: string): Promise<boolean> {
  for (const { environmentId } of await people.listMemberships(tx, personId))
    if (await isRequiredIn(tx, environmentId)) return true
  return false
}

/** Where the account stands; `isRequired` is what the installation says. */
export async function standingOf(tx: Reader, personId: string, isRequired: boolean): Promise<Me['secondFactor']> {
  if (await people.isOutside(tx, personId)) return 'outside'
  if (await store.hasFactor(tx, personId)) return 'set'
  return isRequired || (await isRequiredOf(tx, personId)) ? 'due' : 'none'
}
