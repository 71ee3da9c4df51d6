// Shows a refusal at the place of the command: the reason, and what would fit instead.
import { Button, CloseButton, Group } from '@mantine/core'
import { IconHandStop } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTexts } from '../../words/language.ts'
import { planTexts } from '../times/words.ts'
import styles from './refusal.module.css'

export interface MoveRefusal {
  /** Subject of the rejected action, such as the name of the order. */
  subject: string
  /** Whether the order was to leave its load, instead of joining one. */
  isRemoval: boolean
  /** Reasons of the refusal, from the API. */
  messages: readonly string[]
  /** Loads that the order fits. */
  fits: readonly { id: string; name: string; choose: () => void }[]
}

export function RefusalNote({ refusal, onDismiss }: { refusal: MoveRefusal; onDismiss: () => void }) {
  const texts = useTexts(planTexts)
  const note = useRef<HTMLDivElement>(null)
  useEffect(() => {
    note.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <div ref={note} className={styles.note} role="alert">
      <IconHandStop size={18} aria-hidden className={styles.icon} />
      <div className={styles.text}>
        <strong>
          {refusal.isRemoval ? texts.notRemoved : texts.refused}: {refusal.subject}
        </strong>
        {refusal.messages.map((message) => (
          <p key={message}>{message}</p>
        ))}
        {refusal.fits.length > 0 && (
          <Group gap={6} mt={4}>
            <span>{texts.fittingLoads}</span>
            {refusal.fits.map(({ id, name, choose }) => (
              <Button key={id} size="compact-xs" onClick={choose}>
                {name}
              </Button>
            ))}
          </Group>
        )}
      </div>
      <CloseButton size="sm" aria-label={texts.dismiss} onClick={onDismiss} />
    </div>
  )
}
