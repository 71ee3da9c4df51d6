// Defines custom fields, which an environment adds to its orders, and tags.
import Type, { type Static } from './schema.ts'
import { closedEnum, flagSchema, objectSchema, optionalSchema, requiredTextSchema } from './shared.ts'

export const fieldTypes = ['text', 'number', 'boolean', 'date', 'choice'] as const
export type FieldType = (typeof fieldTypes)[number]

export const fieldLimits = {
  fields: 50,
  /** Fields that lists can be sorted by. */
  sorted: 4,
  choices: 100,
  choiceLength: 100,
  textLength: 500,
  tags: 20,
  tagLength: 50,
} as const

/** Pattern of a field key. Other characters are not allowed, because the key appears in column headers and queries. */
export const fieldKeyPattern = '[A-Za-z][A-Za-z0-9_]{0,39}'

const optionalFlag = (description: string) => Type.Optional(flagSchema(`${description} Default: \`false\`.`))

export const CustomField = objectSchema('CustomField', {
  key: Type.String({
    pattern: `^${fieldKeyPattern}$`,
    'x-form': 'must start with a letter and have at most 40 letters, digits and `_`.',
    maxLength: 40,
    description: 'Name of the field in `customFields`: at most 40 letters, digits and `_`, starting with a letter.',
    examples: ['colour'],
  }),
  name: requiredTextSchema('Name of the field, as users see it.'),
  type: closedEnum(
    fieldTypes,
    'Type of its values: `text` (at most 500 characters), `number`, `boolean`, `date` (`YYYY-MM-DD`), or `choice` ' +
      '(one of `choices`).',
  ),
  choices: optionalSchema(
    Type.Array(Type.String({ minLength: 1, maxLength: fieldLimits.choiceLength, format: 'key' }), {
      minItems: 1,
      maxItems: fieldLimits.choices,
      uniqueItems: true,
      description: 'Values of a field of the type `choice`, in the order in which lists sort them. Only for this type.',
    }),
  ),
  required: optionalFlag('`true` if a new order needs a value. The value cannot be removed later.'),
  listed: optionalFlag('`true` if lists contain the field: a compact list returns it, and the console has a column.'),
  forDriver: optionalFlag('`true` if the driver app shows the field.'),
  searched: optionalFlag('`true` if `search` finds words of the field.'),
  filtered: optionalFlag('`true` if lists can be filtered by the field.'),
  sorted: optionalFlag(
    `\`true\` if lists can be sorted by the field, and filtered by a range. At most ${fieldLimits.sorted} fields can ` +
      'have `sorted`.',
  ),
})
export type CustomField = Static<typeof CustomField>
export type FieldValue = string | number | boolean
export type FieldValues = Record<string, FieldValue>

const valueTypes = ['string', 'number', 'boolean']
/** Schema of custom fields in a request; null removes a value. */
export const customFieldsInput = Type.Unsafe<Record<string, FieldValue | null>>({
  type: 'object',
  additionalProperties: { type: [...valueTypes, 'null'] },
  description:
    'Values of the custom fields that the environment defines in `customFields`, by their key. `null` and `""` ' +
    'remove the value.',
  examples: [{ colour: 'red', floor: 3 }],
})
export const customFields = Type.Unsafe<FieldValues>({
  type: 'object',
  additionalProperties: { type: valueTypes },
  description: 'Values of custom fields, by their key. Omitted if empty.',
})

const tagList = (description: string, form: object) =>
  Type.Array(Type.String({ minLength: 1, maxLength: fieldLimits.tagLength, ...form }), {
    maxItems: fieldLimits.tags,
    description,
  })
export const tagsInput = tagList(
  'Your own words for finding orders. Stored in lower case, without repetitions, in alphabetical order.',
  { pattern: '\\S', 'x-form': 'must not be blank.' },
)
export const tagsSchema = tagList('Tags in lower case, in alphabetical order. Omitted if empty.', {})

/** Returns a tag as it is stored and compared: in lower case, with single blanks. */
export const normaliseTag = (tag: string): string => tag.normalize('NFC').trim().replace(/\s+/g, ' ').toLowerCase()
