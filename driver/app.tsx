// Puts the app together: the screen that the address names, or the door for who is not let in.
import { useEffect } from 'react'
import { language, useWords } from '../console/words/language.ts'
import { directions } from '../console/words/words.ts'
import { unfinishedOf, waitingOf } from './day.ts'
import { DayPage } from './day-page.tsx'
import { EnterPage } from './enter-page.tsx'
import { LoadPage } from './load-page.tsx'
import { OutcomePage } from './outcome/outcome-page.tsx'
import { place } from './place.ts'
import { enterBy, otherLink } from './session.ts'
import { Notice, Question } from './sheet.tsx'
import { state } from './state.ts'
import { StopPage } from './stop-page.tsx'
import { WaitingPage } from './waiting-page.tsx'
import { driverWords } from './words.ts'

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
      yes={words.enter}
      no={words.cancel}
      onNo={() => otherLink.set(undefined)}
      onYes={() => void enterBy(secret, true)}
    />
  )
}
