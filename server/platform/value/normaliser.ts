// Turns an input into its stored form: an object with the fields of a record, in their sequence.
import type { InputOf, ReadOf, RecordFields, RecordSchemas, SetName } from '../../../contract/record.ts'
import { compileLiteral } from './literal.ts'

/**
 * Functions that turn a sent value into its stored form. Without a function, a field is stored as sent, and an absent
 * field as its preset or null.
 */
export type FieldForms<Input, Stored, Context> = {
  readonly [N in keyof Stored & keyof Input]?: (value: Input[N], context: Context) => Stored[N]
}

/**
 * Creates a function that turns an input into its stored form. Every written order passes through such functions, so
 * each is compiled as one object literal.
 */
export const createNormaliser = <Stored extends object, Input extends object, Context = void>(
  fields: RecordFields,
  names: readonly (keyof Stored & string)[],
  forms: FieldForms<Input, Stored, Context>,
): ((input: Input, context: Context) => Stored) =>
  compileLiteral(
    'input, context',
    names.map((name) => {
      const quoted = JSON.stringify(name)
      const preset = JSON.stringify(fields[name]?.preset ?? null)
      return [name, name in forms ? `forms[${quoted}](input[${quoted}], context)` : `input[${quoted}] ?? ${preset}`]
    }),
    { forms },
  )

/** Stored fields that a client sets, in the form that a read returns. */
type StoredOf<F extends RecordFields, N extends SetName<F>> = Pick<ReadOf<F>, N & keyof ReadOf<F>>

/** Returns the normaliser of a record whose stored fields equal the fields of a read. */
export const createStoredNormaliser = <F extends RecordFields, N extends SetName<F> = SetName<F>>(
  { fields, setNames }: RecordSchemas<F>,
  forms: FieldForms<InputOf<F>, StoredOf<F, NoInfer<N>>, void>,
  names: readonly N[] = setNames as readonly N[],
): ((input: InputOf<F>) => StoredOf<F, N>) =>
  createNormaliser<StoredOf<F, N>, InputOf<F>>(fields, names as never, forms)
