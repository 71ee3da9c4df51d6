// Writes a group of changes as one sentence: the author, what the request did to how many records, and the time.
import type { RecordType } from '../../contract/change.ts'
import { languageLocales, type Texts, type UiLanguage } from '../words/words.ts'
import type { loadStatusTexts } from './field-words.ts'
import {
  type ChangeGroup,
  findStopChanges,
  getChangeVerb,
  getRecordType,
  isStopPath,
  listMoves,
  type OrderMove,
  type RecordedChange,
} from './groups.ts'
import type { recordCountTexts, recordTexts, sentenceTexts } from './sentence-words.ts'

/** Labels of changed values. `field` is the label of the whole field that contains the value. */
export interface FieldLabels {
  path(type: RecordType, path: string): string
  field(type: RecordType, path: string): string
}

export interface SentenceContext {
  language: UiLanguage
  texts: Texts<typeof sentenceTexts>
  records: Texts<typeof recordTexts>
  counts: Texts<typeof recordCountTexts>
  statuses: Texts<typeof loadStatusTexts>
  labels: FieldLabels
  formatTime(iso: string): string
  getActorName(actor: RecordedChange['actor']): string
  getRecordName(record: RecordedChange['record']): string
  getLoadKey(loadId: string): string
  /** Whether the sentence is in the history of one order, which then is “this order”. */
  isOfOneOrder: boolean
}

/** A fragment of a sentence: plain text, or the name of an author, a record or a load, or the time. */
export interface SentenceFragment {
  text: string
  role: 'text' | 'actor' | 'record' | 'time'
  /** Order that the name links to. */
  orderId?: string | undefined
}

/** Fields that a sentence names; it counts the others. */
const labelsMax = 3
/** Pairs of loads that a sentence names; it counts the loads of more pairs. */
const movesMax = 3

/** Clauses of a sentence; it counts the others. */
const clausesMax = 4

/** Encloses the index of a name in the text of a sentence. No other character is part of a name or of a text. */
const [nameStart, nameEnd] = ['\u2068', '\u2069']
const namePattern = new RegExp(`${nameStart}(\\d+)${nameEnd}`)

/** Writes the objects of a sentence, and collects their names while the text is written. */
interface SentenceWriter {
  group: ChangeGroup
  context: SentenceContext
  addName(fragment: SentenceFragment): string
  /** Writes the records of some changes: the name of one record, or the number of several. */
  writeRecords(type: RecordType, changes: readonly Pick<RecordedChange, 'record'>[]): string
  writeOrders(orderIds: readonly string[]): string
  /** Writes one load by its key, or the number of several. */
  writeLoads(loadIds: readonly (string | null | undefined)[]): string
  writeList(type: 'conjunction' | 'unit', items: readonly string[]): string
  /** Splits a text at its names. */
  split(text: string): SentenceFragment[]
}

function createWriter(group: ChangeGroup, context: SentenceContext): SentenceWriter {
  const names: SentenceFragment[] = []
  const addName = (fragment: SentenceFragment) => {
    names.push(fragment)
    return `${nameStart}${names.length - 1}${nameEnd}`
  }
  const writeRecords: SentenceWriter['writeRecords'] = (type, changes) => {
    const records = [...new Map(changes.map(({ record }) => [record.id, record])).values()]
    const [record] = records
    if (!record || records.length > 1) return context.counts[type](records.length)
    if (context.isOfOneOrder && type === 'consignment') return context.texts.ofThisOrder
    const orderId = type === 'consignment' ? record.id : undefined
    return context.records[type](addName({ role: 'record', text: context.getRecordName(record), orderId }))
  }
  return {
    group,
    context,
    addName,
    writeRecords,
    writeOrders(orderIds) {
      const changes = group.filter(({ record }) => record.type === 'consignment' && orderIds.includes(record.id))
      const isNamed = orderIds.length === 1 && changes.length > 0
      return isNamed ? writeRecords('consignment', changes) : context.counts.consignment(orderIds.length)
    },
    writeLoads(loadIds) {
      const distinctIds = [...new Set(loadIds.filter((loadId) => typeof loadId === 'string'))]
      return distinctIds.length === 1
        ? addName({ role: 'record', text: context.getLoadKey(distinctIds[0]!) })
        : context.counts.load(distinctIds.length)
    },
    writeList: (type, items) => new Intl.ListFormat(languageLocales[context.language], { type }).format(items),
    // The indexes of the names are at the odd positions.
    split: (text) =>
      text
        .split(namePattern)
        .map((item, index) => (index % 2 === 1 ? names[Number(item)]! : { role: 'text' as const, text: item }))
        .filter((fragment) => fragment.text !== ''),
  }
}

type MoveKind = 'moved' | 'movedToPool' | 'assigned' | 'removedFrom'
function getMoveKind({ from, to }: OrderMove): MoveKind {
  if (typeof to === 'string') return typeof from === 'string' ? 'moved' : 'assigned'
  return to === null ? 'movedToPool' : 'removedFrom'
}

function writeMove(kind: MoveKind, moves: readonly OrderMove[], writer: SentenceWriter): string {
  const { texts } = writer.context
  const orders = writer.writeOrders(moves.map(({ orderId }) => orderId))
  const [sources, targets] = [moves.map(({ from }) => from), moves.map(({ to }) => to)]
  if (kind === 'assigned') return texts.assigned(orders, writer.writeLoads(targets))
  if (kind !== 'moved') return texts[kind](orders, writer.writeLoads(sources))
  const isOnePair = new Set(sources).size === 1 && new Set(targets).size === 1
  return isOnePair
    ? texts.moved(orders, writer.writeLoads(sources), writer.writeLoads(targets))
    : texts.movedBetween(orders, writer.writeLoads([...sources, ...targets]))
}

function writeMoves(writer: SentenceWriter): string[] {
  const moves = listMoves(writer.group)
  const pairs = Map.groupBy(moves, ({ from, to }) => JSON.stringify([from ?? null, to ?? null, to === undefined]))
  const isShort = pairs.size <= movesMax
  const moveGroups = isShort ? [...pairs.values()] : [...Map.groupBy(moves, getMoveKind).values()]
  return moveGroups.map((ofGroup) => writeMove(getMoveKind(ofGroup[0]!), ofGroup, writer))
}

/** Writes the loads whose stops have a new sequence, without orders that joined or left. */
function writeSequences(writer: SentenceWriter): string[] {
  const reordered = writer.group.filter((change) => {
    if (change.type !== 'load.updated' || !change.changes.some(({ path }) => isStopPath(path))) return false
    const { joinedIds, removedIds } = findStopChanges(change)
    return joinedIds.length === 0 && removedIds.length === 0
  })
  return reordered.length === 0 ? [] : [writer.context.texts.reordered(writer.writeRecords('load', reordered))]
}

const findStatus = ({ type, changes }: RecordedChange): unknown =>
  type === 'load.updated' ? changes.find(({ path }) => path === '/status')?.new : undefined

function writeStatuses(writer: SentenceWriter): string[] {
  const { texts, statuses } = writer.context
  const changed = Map.groupBy(writer.group, findStatus)
  return [...changed].flatMap(([status, changes]) =>
    typeof status === 'string' && status in statuses
      ? [texts.statusSet(writer.writeRecords('load', changes), statuses[status as keyof typeof statuses])]
      : [],
  )
}

/** Returns whether another clause of the sentence states a changed value. */
function isStatedElsewhere(type: string, path: string): boolean {
  if (type === 'consignment.updated') return path === '/loadId'
  return type === 'load.updated' && (path === '/status' || isStopPath(path))
}

function writeFields(type: RecordType, changes: readonly RecordedChange[], writer: SentenceWriter): string[] {
  const { texts, labels } = writer.context
  const fieldsOf = (change: RecordedChange) =>
    change.changes.filter(({ path }) => !isStatedElsewhere(change.type, path))
  const remaining = changes.filter((change) => change.changes.length === 0 || fieldsOf(change).length > 0)
  if (remaining.length === 0) return []
  const names = [...new Set(remaining.flatMap(fieldsOf).map(({ path }) => labels.field(type, path)))]
  const records = writer.writeRecords(type, remaining)
  if (names.length === 0) return [texts.updated(records)]
  const hidden = names.length - labelsMax
  const list = writer.writeList('unit', names.slice(0, labelsMax))
  return [texts.updatedFields(records, hidden > 0 ? `${list} ${texts.moreItems(hidden)}` : list)]
}

/** Types of events whose sentence has a verb of its own. */
const verbs: Record<string, string> = { 'pod.created': 'recorded', 'device.created': 'registered' }

const isOfActorAccount = ({ record, actor }: RecordedChange): boolean =>
  actor.kind === 'person' && actor.id.replace(/^person:/, '') === record.id

const getVerb = (change: RecordedChange): string => verbs[change.type] ?? getChangeVerb(change)

/** Writes the changes with one verb, such as the orders and the loads that a request created. */
function writeChanges(verb: string, changes: readonly RecordedChange[], writer: SentenceWriter): string[] {
  const { texts } = writer.context
  const ofTypes = [...Map.groupBy(changes, getRecordType)]
  if (verb === 'updated') return ofTypes.flatMap(([type, ofType]) => writeFields(type, ofType, writer))
  if (changes.every(isOfActorAccount) && (verb === 'joined' || verb === 'removed')) return [texts[`${verb}Alone`]]
  const objects = ofTypes.map(([type, ofType]) => writer.writeRecords(type, ofType))
  return [texts[verb as 'created'](writer.writeList('conjunction', objects))]
}

/** Sequence of the clauses: new records, moves, other changes, deleted records. */
const rankOf = (verb: string): number => (verb === 'created' ? 0 : verb === 'deleted' ? 2 : 1)

function writeClauses(writer: SentenceWriter): string {
  const { group, context } = writer
  const clauses = [...Map.groupBy(group, getVerb)].map(
    ([verb, changes]) => [rankOf(verb), writeChanges(verb, changes, writer)] as const,
  )
  const ofRank = (rank: number) => clauses.filter(([clauseRank]) => clauseRank === rank).flatMap(([, texts]) => texts)
  const moves = [...writeMoves(writer), ...writeStatuses(writer), ...writeSequences(writer)]
  const written = [...ofRank(0), ...moves, ...ofRank(1), ...ofRank(2)]
  if (written.length === 0) written.push(context.texts.updated(writer.writeRecords(getRecordType(group[0]), group)))
  const hidden = written.length - clausesMax
  if (hidden <= 0) return writer.writeList('conjunction', written)
  return `${writer.writeList('unit', written.slice(0, clausesMax))} ${context.texts.moreItems(hidden)}`
}

/** Returns the sentence about a group of changes in fragments, so that a page can link and emphasise the names. */
export function writeSentence(group: ChangeGroup, context: SentenceContext): SentenceFragment[] {
  const writer = createWriter(group, context)
  const [{ actor, time }] = group
  const { texts } = context
  const isOfRecipient = group.every(({ type }) => /\.(un|re)subscribed$/.test(type))
  const author = isOfRecipient ? texts.theRecipient : context.getActorName(actor)
  const timeText = writer.addName({ role: 'time', text: context.formatTime(time) })
  return writer.split(texts.sentence(writer.addName({ role: 'actor', text: author }), writeClauses(writer), timeText))
}

export const joinSentence = (fragments: readonly SentenceFragment[]): string =>
  fragments.map(({ text }) => text).join('')
