// Shows a refusal at the place of the command: the reason, and what would fit instead.
import { Button, CloseButton, Group } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useWords } from '../../words/language.ts'
import { planWords } from '../times/words.ts'
import styles from './refusal.module.css'

export interface Refusal {
  /** What was refused, such as the name of the order. */
  subject: string
  /** Whether the order was to leave its load, instead of joining one. */
  isRemoval: boolean
  /** Reasons of the refusal, from the API. */
  messages: readonly string[]
  /** Loads that the order fits. */
  fits: readonly { id: string; name: string; choose: () => void }[]
}

export function RefusalNote({ refusal, onDismiss }: { refusal: Refusal; onDismiss: () => void }) {
  const words = useWords(planWords)
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={note} className={styles.note} role="alert">
      <IconHandStop size={18} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <strong>
          {refusal.isRemoval ? words.notRemoved : words.refused}: {refusal.subject}
        </strong>
        {refusal.messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {refusal.fits.length > 0 && (
          <Group gap={6} mt={4}>
            <span>{words.fittingLoads}</span>
            {refusal.fits.map(({ id, name, choose }) => (
              <Button key={id} size="compact-xs" variant="default" onClick={choose}>
                {name}
              </Button>
            ))}
          </Group>
        )}
      </div>
      <CloseButton size="sm" aria-label={words.dismiss} onClick={onDismiss} />
    </div>
  )
}
