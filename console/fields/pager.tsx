// Divides a long table into pages.
import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../words/language.ts'
import { fieldTexts } from './words.ts'

export interface TablePaging {
  first: number
  size: number
  count: number
  goTo(index: number): void
  /** Returns the elements of the page with their positions in the whole list. */
  of<T>(all: readonly T[]): [element: T, index: number][]
}

export function usePager(count: number, size: number): TablePaging {
  const [start, setStart] = useState(0)
  const last = Math.max(0, Math.floor((count - 1) / size) * size)
  const first = Math.min(start, last)
  return {
    first,
    size,
    count,
    goTo: (index) => setStart(Math.max(0, Math.floor(index / size) * size)),
    of: (elements) => elements.slice(first, first + size).map((element, offset) => [element, first + offset]),
  }
}

export function TablePager({ first, size, count, goTo, label }: TablePaging & { label: string }) {
  const texts = useTexts(fieldTexts)
  if (count <= size) return null
  return (
    <Group gap={4} mt={4} dir="ltr">
      <ActionIcon
        size="sm"
        aria-label={`${label}: ${texts.before}`}
        disabled={first === 0}
        onClick={() => goTo(first - size)}
      >
        <IconChevronLeft size={14} />
      </ActionIcon>
      <Text size="xs" c="dimmed">
        {label} {first + 1}–{Math.min(first + size, count)} / {count}
      </Text>
      <ActionIcon
        size="sm"
        aria-label={`${label}: ${texts.next}`}
        disabled={first + size >= count}
        onClick={() => goTo(first + size)}
      >
        <IconChevronRight size={14} />
      </ActionIcon>
    </Group>
  )
}
