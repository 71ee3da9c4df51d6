// Compiles functions that return an object literal. They take a tenth of the time of a loop over the names.

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
