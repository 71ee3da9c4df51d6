// Adds tags to many orders and removes tags. Each order keeps its other tags.

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { normalTag } from '../../contract/custom-field.ts'
import { readRows } from '../api/rows.ts'
import { type Assigned, send } from '../order/changing.ts'
import { reasonWords } from '../shell/words.ts'
import { useWords } from '../words/language.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { Chosen } from './selection.ts'
import { fieldValueWords } from './words.ts'

const tagsIn = (text: string): string[] => [...new Set(text.split(',').map(normalTag))].filter((tag) => tag !== '')

/** Returns the tags of an order after the change. */
const retagged = (tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] =>
  [...new Set([...tags, ...added])].filter((tag) => !removed.includes(tag)).sort()

/** Changes tags at the version that was read. An order that another user changed meanwhile is refused. */
async function changeTags(
  orders: readonly Chosen[],
  added: readonly string[],
  removed: readonly string[],
): Promise<Assigned> {
  const former = await readRows(orders.map(({ consignmentId }) => consignmentId))
  const outcomes = await send(
    former.map(({ key, version, tags = [] }) => ({ key, version, tags: retagged(tags, added, removed) })),
  )
  const changed = new Set(outcomes.filter(({ status }) => status === 'updated').map(({ key }) => key))
  const undo = async () => {
    const before = new Map(
      former.filter(({ key }) => changed.has(key)).map((row) => [row.consignmentId, row.tags ?? []]),
    )
    const there = await readRows([...before.keys()])
    // Tags are compared instead of versions, because an undo of a later change also sets a new version.
    const same = there.filter(
      ({ consignmentId, tags = [] }) => `${tags}` === `${retagged(before.get(consignmentId)!, added, removed)}`,
    )
    const back = await send(
      same.map(({ consignmentId, key, version }) => ({ key, version, tags: before.get(consignmentId)! })),
    )
    return before.size - back.filter(({ status }) => status === 'updated').length
  }
  return { outcomes, undo }
}

interface TagDialogProps {
  orders: readonly Chosen[]
  onClose(): void
  onDone(assigned: Assigned): void
}

export function TagDialog({ orders, onClose, onDone }: TagDialogProps) {
  const own = useWords(fieldValueWords)
  const needs = useWords(reasonWords)
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  return (
    <BulkDialog
      title={own.changeTags}
      count={orders.length}
      action={own.change}
      lacks={tagsIn(added).length + tagsIn(removed).length > 0 ? null : needs.enterTag}
      run={() => changeTags(orders, tagsIn(added), tagsIn(removed))}
      onClose={onClose}
      onDone={onDone}
    >
      <TextInput
        label={own.addTags}
        description={own.tagsHelp}
        value={added}
        onChange={({ currentTarget }) => setAdded(currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={own.removeTags}
        description={own.tagsHelp}
        value={removed}
        onChange={({ currentTarget }) => setRemoved(currentTarget.value)}
      />
    </BulkDialog>
  )
}
