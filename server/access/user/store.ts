// Stores people, memberships, sessions, links and attempts.
import type { UserRole } from '../../../contract/person.ts'
import {
  joinFragments,
  piece,
  type ReadTransaction,
  sql,
  type WriteTransaction,
} from '../../platform/database/database.ts'
import type { SessionFactor } from '../../platform/operation/principal.ts'

export interface PersonRow {
  personId: string
  email: string
  name: string
  password: string | null
  /**
   * Subject of the person at the issuer; null before the first single sign-on. An account with a subject has no
   * password.
   */
  subject: string | null
  disabled: string | null
}
export interface MembershipRow {
  environmentId: string
  /** Name of the environment. */
  name: string
  role: UserRole
}
export interface SessionRow {
  tokenHash: string
  sessionId: string
  personId: string
  created: number
  lastUsed: number
  expires: number
  device: string
  factor: SessionFactor | null
  /** Time of the last sign-in or confirmation of the session. */
  proved: number
}
export interface LinkRow {
  linkId: string
  tokenHash: string
  kind: 'owner' | 'invitation' | 'reset'
  created: number
  expires: number
  email: string | null
  personId: string | null
  environmentId: string | null
  role: UserRole | null
}

export interface MemberRow {
  personId: string
  email: string
  name: string
  role: UserRole
  since: string
  lastUsed: number | null
  disabled: string | null
  /** Number of second factors in Dray. An account with single sign-on counts as having one. */
  factors: number
}

export const hasPeople = async (tx: ReadTransaction) =>
  (await tx.get(sql`select person_id from people limit 1`)) !== undefined

const people = piece`select person_id as "personId", email, name, password, subject, disabled from people where `

export const findPerson = (tx: ReadTransaction, personId: string) =>
  tx.get<PersonRow>(joinFragments(people, piece`person_id = ${personId}`))

export const lockPerson = (tx: WriteTransaction, personId: string) =>
  tx.lock<PersonRow>(joinFragments(people, piece`person_id = ${personId}`))

export const findPersonByEmail = (tx: ReadTransaction, email: string) =>
  tx.get<PersonRow>(joinFragments(people, piece`email = ${email}`))

export const findPersonBySubject = (tx: ReadTransaction, subject: string) =>
  tx.get<PersonRow>(joinFragments(people, piece`subject = ${subject}`))

/** Returns whether the person uses single sign-on. */
export const isOutside = async (tx: ReadTransaction, personId: string) =>
  (await tx.get(sql`select person_id from people where person_id = ${personId} and subject is not null`)) !== undefined

/**
 * Links a person to a subject of single sign-on and deletes the password. Returns false if the person has a subject.
 */
export const linkSubject = async (tx: WriteTransaction, personId: string, subject: string) =>
  (await tx.run(
    sql`update people set subject = ${subject}, password = null where person_id = ${personId} and subject is null`,
  )) === 1

export const setDisabled = (tx: WriteTransaction, personId: string, disabled: string | null) =>
  tx.run(sql`update people set disabled = ${disabled} where person_id = ${personId}`)

export interface ListedPerson {
  personId: string
  email: string
  name: string
  created: string
  disabled: string | null
  lastUsed: number | null
}
export const listPeople = (tx: ReadTransaction) =>
  tx.all<ListedPerson>(
    sql`select p.person_id as "personId", p.email, p.name, p.created, p.disabled,
        (select max(s.last_used) from sessions s where s.person_id = p.person_id) as "lastUsed"
      from people p order by p.email`,
  )

export const insertPerson = async (
  tx: WriteTransaction,
  row: Omit<PersonRow, 'subject' | 'disabled'>,
  created: string,
) =>
  (await tx.run(
    sql`insert into people (person_id, email, name, password, created)
      values (${row.personId}, ${row.email}, ${row.name}, ${row.password}, ${created}) on conflict (email) do nothing`,
  )) === 1

export const setPassword = (tx: WriteTransaction, personId: string, password: string) =>
  tx.run(sql`update people set password = ${password} where person_id = ${personId}`)

/** Deletes a person with their links. The caller has deleted the sessions and memberships. */
export async function deletePerson(tx: WriteTransaction, personId: string): Promise<void> {
  await deleteLinksOf(tx, personId)
  await tx.run(sql`delete from people where person_id = ${personId}`)
}

export const renamePerson = (tx: WriteTransaction, personId: string, name: string) =>
  tx.run(sql`update people set name = ${name} where person_id = ${personId}`)

/** Lists the memberships of a person, sorted by the name of the environment. */
export const listMemberships = (tx: ReadTransaction, personId: string) =>
  tx.all<MembershipRow>(
    sql`select m.environment_id as "environmentId", e.name, m.role from memberships m
      join environments e on e.environment_id = m.environment_id
      where m.person_id = ${personId} order by e.name`,
  )

export const findRole = async (tx: ReadTransaction, environmentId: string, personId: string) =>
  (
    await tx.get<{ role: UserRole }>(
      sql`select role from memberships where environment_id = ${environmentId} and person_id = ${personId}`,
    )
  )?.role

export const insertMembership = async (
  tx: WriteTransaction,
  environmentId: string,
  { personId, role, created }: { personId: string; role: UserRole; created: string },
) =>
  (await tx.run(
    sql`insert into memberships (environment_id, person_id, role, created)
      values (${environmentId}, ${personId}, ${role}, ${created}) on conflict (environment_id, person_id) do nothing`,
  )) === 1

export const updateRole = (tx: WriteTransaction, environmentId: string, personId: string, role: UserRole) =>
  tx.run(sql`update memberships set role = ${role} where environment_id = ${environmentId} and person_id = ${personId}`)

export const deleteMembership = (tx: WriteTransaction, environmentId: string, personId: string) =>
  tx.run(sql`delete from memberships where environment_id = ${environmentId} and person_id = ${personId}`)

/** Returns whether another owner exists who may sign in. */
export const hasAnotherOwner = async (tx: ReadTransaction, environmentId: string, personId: string) =>
  (await tx.get(
    sql`select m.person_id from memberships m
      join people p on p.person_id = m.person_id
      where m.environment_id = ${environmentId} and m.role = 'owner' and m.person_id <> ${personId}
        and p.disabled is null
      limit 1`,
  )) !== undefined

/** Lists the e-mail addresses of the owners who may sign in. */
export const listOwnerEmails = async (tx: ReadTransaction, environmentId: string) =>
  (
    await tx.all<{ email: string }>(
      sql`select p.email from memberships m
        join people p on p.person_id = m.person_id
        where m.environment_id = ${environmentId} and m.role = 'owner' and p.disabled is null`,
    )
  ).map(({ email }) => email)

/** Counts the members and the invitations of an environment. */
export const countPeople = async (tx: ReadTransaction, environmentId: string) =>
  (await tx.get<{ people: number }>(
    sql`select (select count(*) from memberships where environment_id = ${environmentId})
        + (select count(*) from links where environment_id = ${environmentId}) as people`,
  ))!.people

export const listMembers = (tx: ReadTransaction, environmentId: string) =>
  tx.all<MemberRow>(
    sql`select p.person_id as "personId", p.email, p.name, m.role, m.created as since,
        (select max(s.last_used) from sessions s where s.person_id = p.person_id) as "lastUsed", p.disabled,
        (select count(*) from factors f where f.person_id = p.person_id)
          + case when p.subject is null then 0 else 1 end as factors
      from memberships m
      join people p on p.person_id = m.person_id
      where m.environment_id = ${environmentId} order by p.name, p.person_id`,
  )

/** Finds a session of a person whose account is not disabled. */
export const findSession = (tx: ReadTransaction, tokenHash: string) =>
  tx.get<SessionRow>(
    sql`select s.token_hash as "tokenHash", s.session_id as "sessionId", s.person_id as "personId", s.created,
        s.last_used as "lastUsed", s.expires, s.device, s.factor, s.proved
      from sessions s
      join people p on p.person_id = s.person_id
      where s.token_hash = ${tokenHash} and p.disabled is null`,
  )

export const insertSession = (tx: WriteTransaction, row: SessionRow) =>
  tx.run(
    sql`insert into sessions (token_hash, session_id, person_id, created, last_used, expires, device, factor, proved)
      values (${row.tokenHash}, ${row.sessionId}, ${row.personId}, ${row.created}, ${row.lastUsed}, ${row.expires},
        ${row.device}, ${row.factor}, ${row.proved})`,
  )

export const recordSessionUse = (tx: WriteTransaction, tokenHash: string, lastUsed: number) =>
  tx.run(sql`update sessions set last_used = ${lastUsed} where token_hash = ${tokenHash} and last_used < ${lastUsed}`)

export const deleteSession = (tx: WriteTransaction, tokenHash: string) =>
  tx.run(sql`delete from sessions where token_hash = ${tokenHash}`)

/** Deletes the sessions of a person, also sessions that wait for a second factor. */
export async function deleteSessionsOf(tx: WriteTransaction, personId: string): Promise<void> {
  await tx.run(sql`delete from ceremonies where person_id = ${personId}`)
  await tx.run(sql`delete from sessions where person_id = ${personId}`)
}

/** Sets the time at which the person last proved who they are, by a sign-in or a confirmation. */
export const renewSession = (tx: WriteTransaction, tokenHash: string, proved: number) =>
  tx.run(sql`update sessions set proved = ${proved} where token_hash = ${tokenHash}`)

/** Sets the second factor of all sessions of a person, as if they had started with it. */
export const setFactorOfSessions = (tx: WriteTransaction, personId: string, factor: SessionFactor | null) =>
  tx.run(sql`update sessions set factor = ${factor} where person_id = ${personId}`)

/** Deletes all but the most recently used sessions of a person. */
export const deleteOldSessionsOf = (tx: WriteTransaction, personId: string, retainedMax: number) =>
  tx.run(
    sql`delete from sessions
      where person_id = ${personId} and token_hash not in (
        select token_hash from sessions where person_id = ${personId}
        order by last_used desc, token_hash limit ${retainedMax})`,
  )

export const deleteSessionsExcept = (tx: WriteTransaction, personId: string, tokenHash: string) =>
  tx.run(sql`delete from sessions where person_id = ${personId} and token_hash <> ${tokenHash}`)

export const deleteSessionOf = (tx: WriteTransaction, personId: string, sessionId: string) =>
  tx.run(sql`delete from sessions where person_id = ${personId} and session_id = ${sessionId}`)

/** Lists the sessions of a person, last used first. */
export const listSessions = (tx: ReadTransaction, personId: string) =>
  tx.all<SessionRow>(
    sql`select token_hash as "tokenHash", session_id as "sessionId", person_id as "personId", created,
        last_used as "lastUsed", expires, device, factor, proved
      from sessions where person_id = ${personId} order by last_used desc, session_id desc`,
  )

export const purgeSessions = (tx: WriteTransaction, now: number, unusedSince: number) =>
  tx.run(sql`delete from sessions where expires < ${now} or last_used < ${unusedSince}`)

/** Stores a link. Replaces the link with the same id, so that only the newest one is valid. */
export const putLink = (tx: WriteTransaction, row: LinkRow) =>
  tx.run(
    sql`insert into links (link_id, token_hash, kind, created, expires, email, person_id, environment_id, role)
      values (${row.linkId}, ${row.tokenHash}, ${row.kind}, ${row.created}, ${row.expires}, ${row.email},
        ${row.personId}, ${row.environmentId}, ${row.role})
      on conflict (link_id) do update set token_hash = excluded.token_hash, created = excluded.created,
        expires = excluded.expires, email = excluded.email, role = excluded.role`,
  )

const links = piece`select link_id as "linkId", token_hash as "tokenHash", kind, created, expires, email,
    person_id as "personId", environment_id as "environmentId", role
  from links where `

export const findLink = (tx: ReadTransaction, tokenHash: string) =>
  tx.get<LinkRow>(joinFragments(links, piece`token_hash = ${tokenHash}`))

export const findInvitation = (tx: ReadTransaction, linkId: string) =>
  tx.get<LinkRow>(joinFragments(links, piece`link_id = ${linkId}`))

/** Deletes a link. Returns whether it existed, so that only one of two concurrent uses succeeds. */
export const takeLink = async (tx: WriteTransaction, tokenHash: string) =>
  (await tx.run(sql`delete from links where token_hash = ${tokenHash}`)) === 1

export const deleteLinksOf = (tx: WriteTransaction, personId: string) =>
  tx.run(sql`delete from links where person_id = ${personId}`)

/** Deletes the links for owners that were made before a time. */
export const deleteOwnerLinks = (tx: WriteTransaction, cutoff: number) =>
  tx.run(sql`delete from links where kind = 'owner' and created < ${cutoff}`)

export const deleteInvitation = (tx: WriteTransaction, environmentId: string, linkId: string) =>
  tx.run(sql`delete from links where environment_id = ${environmentId} and link_id = ${linkId} and kind = 'invitation'`)

/** Deletes the open invitation to the person's address in an environment, and returns its id if there was one. */
export const endInvitationOf = async (tx: WriteTransaction, environmentId: string, personId: string) =>
  (
    await tx.get<{ linkId: string }>(
      sql`delete from links
        where environment_id = ${environmentId} and kind = 'invitation'
          and email = (select email from people where person_id = ${personId})
        returning link_id as "linkId"`,
    )
  )?.linkId

export const listInvitations = (tx: ReadTransaction, environmentId: string, now: number) =>
  tx.all<LinkRow>(
    joinFragments(
      links,
      piece`environment_id = ${environmentId} and kind = 'invitation' and expires > ${now} order by created, link_id`,
    ),
  )

export const listInvitationsFor = (tx: ReadTransaction, email: string, now: number) =>
  tx.all<LinkRow>(
    joinFragments(links, piece`email = ${email} and kind = 'invitation' and expires > ${now} order by link_id`),
  )

export const purgeLinks = (tx: WriteTransaction, now: number) => tx.run(sql`delete from links where expires < ${now}`)

export interface AttemptRow {
  failures: number
  ends: number
}

/** Locks the count of attempts of a subject, and creates it if it is missing. */
export async function lockAttempts(
  tx: WriteTransaction,
  subject: string,
  now: number,
): Promise<AttemptRow | undefined> {
  await tx.run(
    sql`insert into attempts (subject, failures, ends) values (${subject}, 0, ${now}) on conflict (subject) do nothing`,
  )
  return tx.lock<AttemptRow>(sql`select failures, ends from attempts where subject = ${subject}`)
}

export const setAttempts = (tx: WriteTransaction, subject: string, { failures, ends }: AttemptRow) =>
  tx.run(sql`update attempts set failures = ${failures}, ends = ${ends} where subject = ${subject}`)

export const deleteAttempts = (tx: WriteTransaction, subject: string) =>
  tx.run(sql`delete from attempts where subject = ${subject}`)

export const reduceAttempts = (tx: WriteTransaction, subject: string) =>
  tx.run(sql`update attempts set failures = failures - 1 where subject = ${subject} and failures > 0`)

/** Returns the subjects of expired attempts, sorted like the limits of an attempt to avoid deadlocks. */
export const listEndedAttempts = async (tx: ReadTransaction, now: number, limit: number) =>
  (
    await tx.all<{ subject: string }>(
      sql`select subject from attempts where ends < ${now} order by subject limit ${limit}`,
    )
  ).map(({ subject }) => subject)

export const purgeAttempt = (tx: WriteTransaction, subject: string, now: number) =>
  tx.run(sql`delete from attempts where subject = ${subject} and ends < ${now}`)
