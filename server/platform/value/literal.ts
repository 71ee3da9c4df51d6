// Compiles functions that return an object or array literal. They take a tenth of the time of a loop over the names.

/**
 * Compiles `(parameters) => ({ name: expression, … })`. Names and expressions are from our own source code alone:
 * statements and the contract. `scope` contains the other values that the expressions name.
 */
export const compileLiteral = <Compiled>(
  parameters: string,
  fields: readonly (readonly [name: string, expression: string])[],
  scope: Record<string, unknown> = {},
): Compiled =>
  new Function(
    ...Object.keys(scope),
    `return (${parameters}) => ` +
      `({${fields.map(([name, expression]) => `${JSON.stringify(name)}: ${expression}`).join()}})`,
  )(...Object.values(scope)) as Compiled

/** Compiles `(row) => [row.name, …]`. The names are from our own source code alone. */
export const compileValues = <Row, Value>(names: readonly string[]): ((row: Row) => Value[]) =>
  new Function(`return (row) => [${names.map((name) => `row[${JSON.stringify(name)}]`).join()}]`)()
