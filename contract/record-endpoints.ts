// The endpoints of records that a client finds by their key: depots, vehicles and drivers.
import { describeEndpoint } from './endpoint.ts'
import type { ProblemCode } from './problem.ts'
import Type, { type TObject, type TSchema } from './schema.ts'
import { keySchema, objectSchema } from './shared.ts'

/** The differences between the endpoints of two kinds of records. */
interface Differences<Subject> {
  tag: string
  /** Subject of the scopes. */
  subject: Subject
  /** Errors of the keys of other records that a record contains. */
  unknown: readonly ProblemCode[]
  /** Consequence of a change for other records. */
  changed?: string
  /** Consequence of a deletion for other records. */
  removed: string
}

const patching = 'A JSON Merge Patch (RFC 7396). The key cannot be changed.'

/**
 * Returns the endpoints of a kind of record. Endpoints `byKey` have the key in their path, other endpoints in their
 * query.
 */
export function recordEndpoints<
  Name extends 'Depot' | 'Vehicle' | 'Driver',
  Subject extends 'depots' | 'fleet',
  Input extends TObject,
  Read extends TObject,
  Patch extends TSchema,
>(
  name: Name,
  record: { Input: Input; Read: Read; Patch: Patch },
  { tag, subject, unknown, changed, removed }: Differences<Subject>,
) {
  const noun = name.toLowerCase() as Lowercase<Name>
  const path = `/v1/${noun}` as const
  const inQuery = { path, query: objectSchema(`${name}Selector`, { key: keySchema(`Key of the ${noun}.`) }) } as const
  const inPath = {
    path: `${path}/{key}`,
    params: objectSchema(`${name}Path`, { key: keySchema(`Key of the ${noun}, percent-encoded.`) }),
  } as const
  const reads = { method: 'GET', tag, scope: `${subject}:read`, affectedBy: [noun] } as const
  const read = { ...reads, data: record.Read, etag: true, problems: ['NOT_FOUND'] } as const
  const writes = { tag, scope: `${subject}:write` } as const
  const update = {
    ...writes,
    method: 'PATCH',
    description: changed === undefined ? patching : `${patching} ${changed}`,
    body: record.Patch,
    etag: true,
    precondition: true,
    problems: ['NOT_FOUND', ...unknown],
  } as const
  const remove = {
    ...writes,
    method: 'DELETE',
    description: removed,
    precondition: true,
    problems: ['NOT_FOUND'],
  } as const
  return {
    create: describeEndpoint({
      ...writes,
      id: `create${name}`,
      method: 'POST',
      path,
      summary: `Create a ${noun}`,
      description: `Using the key of a deleted ${noun} restores that ${noun} with the new content.`,
      body: record.Input,
      created: true,
      location: `${path}?key={key}`,
      problems: ['KEY_EXISTS', ...unknown],
    }),
    list: describeEndpoint({
      ...reads,
      id: `list${name}s`,
      path: `${path}s`,
      summary: `List all ${noun}s`,
      data: Type.Array(record.Read),
    }),
    get: describeEndpoint({ ...read, ...inQuery, id: `get${name}`, summary: `Read a ${noun}` }),
    getByKey: describeEndpoint({ ...read, ...inPath, id: `get${name}ByKey`, summary: `Read a ${noun} by its key` }),
    update: describeEndpoint({ ...update, ...inQuery, id: `update${name}`, summary: `Change a ${noun}` }),
    updateByKey: describeEndpoint({
      ...update,
      ...inPath,
      id: `update${name}ByKey`,
      summary: `Change a ${noun} by its key`,
    }),
    remove: describeEndpoint({ ...remove, ...inQuery, id: `delete${name}`, summary: `Delete a ${noun}` }),
    removeByKey: describeEndpoint({
      ...remove,
      ...inPath,
      id: `delete${name}ByKey`,
      summary: `Delete a ${noun} by its key`,
    }),
  }
}
