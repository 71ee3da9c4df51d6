// Decides who needs a second factor: all users of the installation, or the users of some environments.
import type { CurrentUser } from '../../../contract/person.ts'
import type { ReadTransaction } from '../../platform/database/database.ts'
import { getSettings } from '../environment/rules.ts'
import * as store from './factor-store.ts'
import * as people from './store.ts'

export const isRequiredIn = async (tx: ReadTransaction, environmentId: string): Promise<boolean> =>
  (await getSettings(tx, environmentId)).signIn.secondFactor === 'required'

/** Returns whether an environment of the person requires a second factor. */
export async function isRequiredOf(tx: ReadTransaction, personId: string): Promise<boolean> {
  for (const { environmentId } of await people.listMemberships(tx, personId))
    if (await isRequiredIn(tx, environmentId)) return true
  return false
}

/** Returns the state of a person's second factors. `isRequired` is the setting of the installation. */
export async function getSecondFactorStatus(
  tx: ReadTransaction,
  personId: string,
  isRequired: boolean,
): Promise<CurrentUser['secondFactor']> {
  if (await people.isOutside(tx, personId)) return 'outside'
  if (await store.hasFactor(tx, personId)) return 'set'
  return isRequired || (await isRequiredOf(tx, personId)) ? 'due' : 'none'
}
