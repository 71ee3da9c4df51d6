// Adds tags to many orders and removes tags. Each order keeps its other tags.

import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { normaliseTag } from '../../contract/custom-field.ts'
import { readRows } from '../api/rows.ts'
import { type BulkChange, sendChanges } from '../order/changing.ts'
import { reasonTexts } from '../shell/words.ts'
import { useTexts } from '../words/language.ts'
import { BulkDialog } from './bulk-dialog.tsx'
import type { SelectedOrder } from './selection.ts'
import { fieldValueTexts } from './words.ts'

const tagsIn = (text: string): string[] => [...new Set(text.split(',').map(normaliseTag))].filter((tag) => tag !== '')

/** Returns the tags of an order after the change. */
const retagged = (tags: readonly string[], added: readonly string[], removed: readonly string[]): string[] =>
  [...new Set([...tags, ...added])].filter((tag) => !removed.includes(tag)).sort()

/** Changes tags at the version that was read. An order that another user changed meanwhile is refused. */
async function changeTags(
  orders: readonly SelectedOrder[],
  added: readonly string[],
  removed: readonly string[],
): Promise<BulkChange> {
  const former = await readRows(orders.map(({ consignmentId }) => consignmentId))
  const outcomes = await sendChanges(
    former.map(({ key, version, tags = [] }) => ({ key, version, tags: retagged(tags, added, removed) })),
  )
  const changed = new Set(outcomes.filter(({ status }) => status === 'updated').map(({ key }) => key))
  const undo = async () => {
    const formerTags = new Map(
      former.filter(({ key }) => changed.has(key)).map((row) => [row.consignmentId, row.tags ?? []]),
    )
    const currentRows = await readRows([...formerTags.keys()])
    // Tags are compared instead of versions, because an undo of a later change also sets a new version.
    const unchangedRows = currentRows.filter(
      ({ consignmentId, tags = [] }) => `${tags}` === `${retagged(formerTags.get(consignmentId)!, added, removed)}`,
    )
    const back = await sendChanges(
      unchangedRows.map(({ consignmentId, key, version }) => ({ key, version, tags: formerTags.get(consignmentId)! })),
    )
    return formerTags.size - back.filter(({ status }) => status === 'updated').length
  }
  return { outcomes, undo }
}

interface TagDialogProps {
  orders: readonly SelectedOrder[]
  onClose(): void
  onDone(assigned: BulkChange): void
}

export function TagDialog({ orders, onClose, onDone }: TagDialogProps) {
  const fieldLabels = useTexts(fieldValueTexts)
  const needs = useTexts(reasonTexts)
  const [added, setAdded] = useState('')
  const [removed, setRemoved] = useState('')
  return (
    <BulkDialog
      title={fieldLabels.changeTags}
      count={orders.length}
      action={fieldLabels.change}
      lacks={tagsIn(added).length + tagsIn(removed).length > 0 ? null : needs.enterTag}
      run={() => changeTags(orders, tagsIn(added), tagsIn(removed))}
      onClose={onClose}
      onDone={onDone}
    >
      <TextInput
        label={fieldLabels.addTags}
        description={fieldLabels.tagsHelp}
        value={added}
        onChange={({ currentTarget }) => setAdded(currentTarget.value)}
        data-autofocus
      />
      <TextInput
        label={fieldLabels.removeTags}
        description={fieldLabels.tagsHelp}
        value={removed}
        onChange={({ currentTarget }) => setRemoved(currentTarget.value)}
      />
    </BulkDialog>
  )
}
