// Compiles functions that return an object literal. They take a tenth of the time of a loop over the names.

/**
 * Compiles `(parameters) => ({ name: expression, … })`. Names and expressions come from our own source code alone: from
 * our statements and from the contract. `scope` contains the values that the expressions name beside the parameters.
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
