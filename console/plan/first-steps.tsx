// The short card for the first five minutes: send an order, import a file, make an environment of one's own.
import { Anchor, Button, CloseButton, CopyButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { shellWords } from '../shell/words.ts'
import { createKeptStore } from '../store.ts'
import { useWords } from '../words/language.ts'
import styles from './first-steps.module.css'
import { pageWords } from './page-words.ts'

const shown = createKeptStore<'shown' | 'hidden'>('dray.firstSteps', (kept) => (kept === 'hidden' ? 'hidden' : 'shown'))

const order = {
  key: 'HELLO-1',
  type: 'delivery',
  weight: 25,
  consigneeAddress: {
    ...{ company: 'First Customer', line1: '1 Market Street', city: 'Leeds', postalCode: 'LS1 6DT', country: 'GB' },
    geoLocation: { lat: 53.797, lng: -1.541 },
  },
}
const curl = () =>
  [
    `curl ${location.origin}/v1/consignment`,
    '-H "Authorization: Bearer $TOKEN"',
    "-H 'Content-Type: application/json'",
    `-d '${JSON.stringify(order)}'`,
  ].join(' \\\n  ')

export function FirstSteps() {
  const words = useWords(pageWords)
  if (shown.use() === 'hidden') return null
  return (
    <section aria-label={words.firstSteps} className={styles.card}>
      <h2>{words.firstSteps}</h2>
      <ol className={styles.steps}>
        <li title={words.stepToken}>
          <span>{words.stepCurl}</span>
          <Command text={curl()} />
        </li>
        <li>
          <Anchor component={Link} to="/import" size="sm">
            {words.stepImport}
          </Anchor>
        </li>
        <li>
          <Anchor component={Link} to="/account" size="sm">
            {words.stepOwn}
          </Anchor>
        </li>
      </ol>
      <CloseButton size="sm" aria-label={words.hideSteps} onClick={() => shown.set('hidden')} />
    </section>
  )
}

/** Shown in one line; what is copied has all of it. */
function Command({ text }: { text: string }) {
  const words = useWords(shellWords)
  return (
    <span className={styles.command}>
      <code dir="ltr">{text.replaceAll(' \\\n ', '')}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button variant="default" size="compact-xs" onClick={copy}>
            {copied ? words.copied : words.copy}
          </Button>
        )}
      </CopyButton>
    </span>
  )
}
