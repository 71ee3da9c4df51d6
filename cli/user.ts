// `dray user`: manages the users of the console.
import { type Command, Option } from 'commander'
import { userRoles } from '../contract/person.ts'
import {
  createUser,
  deleteUser,
  disableUser,
  enableUser,
  inviteUser,
  listUsers,
  removeFactors,
  resetUser,
} from '../server/admin/people.ts'
import { addDatabaseOptions, createEnvironmentOption, readConfig } from './command.ts'
import { printList } from './table.ts'

const roleOption = () =>
  new Option('-r, --role <role>', 'role of the person in the environment').choices(userRoles).default('planner')

export function addUser(program: Command): void {
  const user = program.command('user').description('Create, invite, list, disable and delete the people who sign in.')
  addDatabaseOptions(
    user
      .command('create <email>')
      .description('Create an account and print a one-time link for setting its password.')
      .addOption(createEnvironmentOption())
      .addOption(roleOption())
      .option('-n, --name <name>', 'name of the person (default: the e-mail address)'),
  ).action(async (email: string, { environment, role, name, ...options }) =>
    console.log(await createUser(readConfig(options), { email, name: name ?? email, environment, role }, Date.now())),
  )
  addDatabaseOptions(
    user
      .command('invite <email>')
      .description('Invite a person to an environment and print the one-time link.')
      .addOption(createEnvironmentOption())
      .addOption(roleOption()),
  ).action(async (email: string, { environment, role, ...options }) =>
    console.log(await inviteUser(readConfig(options), { email, environment, role }, Date.now())),
  )
  addDatabaseOptions(
    user.command('list').description('List people and their environments.').option('--json', 'print JSON'),
  ).action(async (options) =>
    printList(
      await listUsers(readConfig(options)),
      {
        EMAIL: (row) => row.email,
        NAME: (row) => row.name,
        ENVIRONMENTS: (row) => row.environments.map(({ name, role }) => `${name} (${role})`).join(', '),
        CREATED: (row) => row.created,
        DISABLED: (row) => row.disabled,
      },
      options.json,
    ),
  )
  addDatabaseOptions(
    user
      .command('reset <email>')
      .description('Print a one-time link for setting a new password. It is valid for one day.'),
  ).action(async (email: string, options) => console.log(await resetUser(readConfig(options), email, Date.now())))
  addDatabaseOptions(
    user
      .command('remove-factors <email>')
      .description('Remove all second factors of a person who has lost them, and end all their sessions.'),
  ).action(async (email: string, options) => {
    const removed = await removeFactors(readConfig(options), email, Date.now())
    console.log(removed === 0 ? 'There were none.' : `Removed: ${removed}.`)
  })
  addDatabaseOptions(
    user.command('disable <email>').description('Disable an account and end all its sessions.'),
  ).action(async (email: string, options) => {
    await disableUser(readConfig(options), email, Date.now())
    console.log('Disabled.')
  })
  addDatabaseOptions(
    user
      .command('delete <email>')
      .description('Delete an account permanently. What the person did stays in the histories, without a name.'),
  ).action(async (email: string, options) => {
    await deleteUser(readConfig(options), email, Date.now())
    console.log('Deleted.')
  })
  addDatabaseOptions(user.command('enable <email>').description('Enable a disabled account again.')).action(
    async (email: string, options) => {
      await enableUser(readConfig(options), email, Date.now())
      console.log('Enabled.')
    },
  )
}
