// Shows a card with first steps: send an order, import a file, and what to see in the demo or set up for a plan.
import { Anchor, Button, CloseButton, CopyButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { listConsignments } from '../../../contract/consignments.ts'
import { demoName, type Environment } from '../../../contract/environment.ts'
import { getTracking } from '../../../contract/tracking.ts'
import { buildQuery } from '../../api/query.ts'
import { createKeptStore } from '../../platform/store.ts'
import { shellTexts } from '../../shell/words.ts'
import { useTexts } from '../../words/language.ts'
import { pageTexts } from '../load/words.ts'
import styles from './first-steps.module.css'

const stepsVisibility = createKeptStore<'shown' | 'hidden'>('dray.firstSteps', (stored) =>
  stored === 'hidden' ? 'hidden' : 'shown',
)

/** Keys of the demo: an order on a started load, and a driver with a released load. */
const startedDemo = 'DEMO-0028'
const demoDriver = 'DEMO-LEEDS-DRIVER-1'

const order = {
  key: 'HELLO-1',
  type: 'delivery',
  weight: 25,
  consigneeAddress: {
    company: 'First Customer',
    line1: '1 Market Street',
    city: 'Leeds',
    postalCode: 'LS1 6DT',
    country: 'GB',
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

export function FirstSteps({ environment: { name } }: { environment: Environment }) {
  const texts = useTexts(pageTexts)
  if (stepsVisibility.use() === 'hidden') return null
  return (
    <section aria-label={texts.firstSteps} className={styles.card}>
      <h2>{texts.firstSteps}</h2>
      <ol className={styles.steps}>
        <li title={texts.stepToken}>
          <span>{texts.stepCurl}</span>
          <Command text={curl()} />
        </li>
        {name === demoName ? (
          <>
            <Step to="/import">{texts.stepImport}</Step>
            <Step to={`/settings/drivers?driver=${demoDriver}`}>{texts.stepDriver}</Step>
            <Recipient />
            <Step to="/account">{texts.stepOwn}</Step>
          </>
        ) : (
          <>
            <Step to="/settings/display">{texts.stepDisplay}</Step>
            <Step to="/settings/depots">{texts.stepDepot}</Step>
            <Step to="/settings/vehicles">{texts.stepVehicles}</Step>
            <Step to="/import">{texts.stepFile}</Step>
          </>
        )}
      </ol>
      <CloseButton size="sm" aria-label={texts.hideSteps} onClick={() => stepsVisibility.set('hidden')} />
    </section>
  )
}

const Step = ({ to, children }: { to: string; children: string }) => (
  <li>
    <Anchor component={Link} to={to} size="sm">
      {children}
    </Anchor>
  </li>
)

/** Draws a link to the tracking page of the demo order, if there is one. */
function Recipient() {
  const texts = useTexts(pageTexts)
  const orders = useQuery(buildQuery(listConsignments, { query: { keys: startedDemo, view: 'compact' } })).data?.data
  const consignmentId = orders?.consignments[0]?.consignmentId
  const tracking = useQuery({
    ...buildQuery(getTracking, { params: { consignmentId: consignmentId ?? '' } }),
    enabled: consignmentId !== undefined,
  })
  const url = tracking.data?.data.url
  return url == null ? null : (
    <li>
      <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
        {texts.stepTracking}
      </Anchor>
    </li>
  )
}

/** Draws a command in one line, with a button that copies all of it. */
function Command({ text }: { text: string }) {
  const texts = useTexts(shellTexts)
  return (
    <span className={styles.command}>
      <code dir="ltr">{text.replaceAll(' \\\n ', '')}</code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="compact-xs" onClick={copy}>
            {copied ? texts.copied : texts.copy}
          </Button>
        )}
      </CopyButton>
    </span>
  )
}
