// Checks whether a value has the form of a key or id. No record has any other value, so error responses do not repeat
// such a value.
import { idSchema, keySchema } from '../../../contract/shared.ts'
import { compileSchema } from './validate.ts'

const checkKey = compileSchema(keySchema('Key of a record.'))
const checkId = compileSchema(idSchema('Id of a record.'))

export const isKey = (value: unknown): value is string => typeof value === 'string' && checkKey(value).length === 0
export const isId = (value: unknown): value is string => typeof value === 'string' && checkId(value).length === 0
