// Composes the app: the screen of the current address, or the registration of the device.
import { useEffect } from 'react'
import { language, useWords } from '../console/words/language.ts'
import { directions } from '../console/words/words.ts'
import { unfinishedOf, waitingOf } from './data/day.ts'
import { place } from './data/place.ts'
import { enterBy, otherLink } from './data/session.ts'
import { state } from './data/state.ts'
import { driverWords } from './data/words.ts'
import { Notice, Question } from './frame/sheet.tsx'
import { OutcomePage } from './outcome/outcome-page.tsx'
import { DayPage } from './pages/day-page.tsx'
import { EnterPage } from './pages/enter-page.tsx'
import { LoadPage } from './pages/load-page.tsx'
import { StopPage } from './pages/stop-page.tsx'
import { WaitingPage } from './pages/waiting-page.tsx'

export function App() {
  const current = language.use()
  useEffect(() => {
    document.documentElement.lang = current
    document.documentElement.dir = directions[current]
  }, [current])
  return (
    <>
      <Screen />
      <OtherLink />
      <Notice />
    </>
  )
}

function Screen() {
  const { isRead, session } = state.use()
  const [name, loadId = '', consignmentId = ''] = place.use()
  if (!isRead) return null
  if (name === 'waiting') return <WaitingPage />
  if (!session) return <EnterPage />
  if (name === 'load') return <LoadPage loadId={loadId} />
  if (name === 'stop') return <StopPage loadId={loadId} consignmentId={consignmentId} />
  if (name === 'outcome') return <OutcomePage loadId={loadId} consignmentId={consignmentId} />
  return <DayPage />
}

function OtherLink() {
  const words = useWords(driverWords)
  const secret = otherLink.use()
  const view = state.use()
  if (secret === undefined || !view.session) return null
  const count = waitingOf(view).length + unfinishedOf(view).length
  return (
    <Question
      title={words.otherLink}
      text={<p>{words.otherLinkHow(view.session.driverName, count)}</p>}
      yes={words.continue}
      no={words.cancel}
      onNo={() => otherLink.set(undefined)}
      onYes={() => void enterBy(secret, true)}
    />
  )
}
