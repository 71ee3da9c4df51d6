// Sign-ins: what happened at the doors of the accounts of an environment's people.
import { endpoint } from './endpoint.js';
import { next } from './page.js';
import Type from './schema.js';
import { dateTime, id, nullable, object, oneOf, requiredText, text, wholeNumber } from './shared.js';
export const signInKinds = ['signed-in', 'failed', 'locked-out', 'reset-requested', 'password-set'];
export const signInWays = ['password', 'second-factor', 'passkey', 'link', 'single-sign-on'];
const rowsMax = 500;
const SignIn = object('SignIn', {
    signInId: id('Issued by the service.'),
    personId: id('Id of the person.'),
    name: requiredText('Current name of the person.'),
    time: dateTime('When it happened.'),
    kind: oneOf(signInKinds, '`signed-in`; `failed`: a wrong password, or refused after single sign-on; `locked-out`: too many failures, the next attempt has to wait; `reset-requested`: a link for a new password was created; `password-set`: the password was set or removed.'),
    way: oneOf(signInWays, 'By password, the second factor after it, passkey, one-time link or single sign-on.'),
    address: nullable(text('Address it came from; for IPv6, its first 64 bits. `null` for the command line.')),
    device: Type.String({ maxLength: 100, description: 'Hint at the browser and operating system.' }),
});
export const listSignIns = endpoint({
    id: 'listSignIns',
    method: 'GET',
    path: '/v1/people/sign-ins',
    tag: 'People',
    summary: "List the sign-ins of the environment's people",
    description: 'Newest first: sign-ins, failures, lock-outs and new passwords, with the address they came from. Of each person, the newest 100 of each kind are kept, for 90 days. They concern the account, so the owners of all its environments see them.',
    scope: 'people:write',
    query: object('SignInsQuery', {
        limit: Type.Optional(Type.String({
            ...wholeNumber(1, rowsMax),
            description: `Maximum number of rows on the page, from 1 to ${rowsMax}. Default: 50.`,
        })),
        cursor: Type.Optional(text('Where to continue: `next` of the previous page.', 128)),
    }),
    data: object('SignIns', { signIns: Type.Array(SignIn, { maxItems: rowsMax }), next }),
    problems: [],
});
