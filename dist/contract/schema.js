// Builds JSON Schemas that carry their TypeScript type: what is promised is written once, for the validator and for the compiler.
const optionalMark = Symbol('optional');
const Type = {
    String: (keywords = {}) => ({ type: 'string', ...keywords }),
    Number: (keywords = {}) => ({ type: 'number', ...keywords }),
    Integer: (keywords = {}) => ({ type: 'integer', ...keywords }),
    Boolean: (keywords = {}) => ({ type: 'boolean', ...keywords }),
    Array: (items, keywords = {}) => ({
        type: 'array',
        items,
        ...keywords,
    }),
    Object: (properties, keywords = {}) => {
        const required = Object.keys(properties).filter((name) => !(optionalMark in properties[name]));
        return { type: 'object', ...(required.length > 0 ? { required } : {}), properties, ...keywords };
    },
    Optional: (schema) => ({ ...schema, [optionalMark]: true }),
    /** A schema whose type the compiler cannot see from it. */
    Unsafe: (schema) => schema,
};
export default Type;
