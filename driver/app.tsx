// Composes the app: the screen of the current URL, or the registration of the device.
import { useEffect } from 'react'
import { currentLanguage, useTexts } from '../console/words/language.ts'
import { textDirections } from '../console/words/words.ts'
import { listUnfinishedDrafts, listWaitingItems } from './data/day.ts'
import { screenPath } from './data/screen-path.ts'
import { pendingLink, registerByLink } from './data/session.ts'
import { driverState } from './data/state.ts'
import { driverTexts } from './data/words.ts'
import { ConfirmDialog, NoticeBar } from './frame/sheet.tsx'
import { OutcomePage } from './outcome/outcome-page.tsx'
import { DayPage } from './pages/day-page.tsx'
import { EnterPage } from './pages/enter-page.tsx'
import { LoadPage } from './pages/load-page.tsx'
import { StopPage } from './pages/stop-page.tsx'
import { WaitingPage } from './pages/waiting-page.tsx'

export function DriverApp() {
  const current = currentLanguage.use()
  useEffect(() => {
    document.documentElement.lang = current
    document.documentElement.dir = textDirections[current]
  }, [current])
  return (
    <>
      <Screen />
      <PendingLinkQuestion />
      <NoticeBar />
    </>
  )
}

function Screen() {
  const { isRead, session } = driverState.use()
  const [name, loadId = '', consignmentId = ''] = screenPath.use()
  if (!isRead) return null
  if (name === 'waiting') return <WaitingPage />
  if (!session) return <EnterPage />
  if (name === 'load') return <LoadPage loadId={loadId} />
  if (name === 'stop') return <StopPage loadId={loadId} consignmentId={consignmentId} />
  if (name === 'outcome') return <OutcomePage loadId={loadId} consignmentId={consignmentId} />
  return <DayPage />
}

function PendingLinkQuestion() {
  const texts = useTexts(driverTexts)
  const secret = pendingLink.use()
  const view = driverState.use()
  if (secret === undefined || !view.session) return null
  const count = listWaitingItems(view).length + listUnfinishedDrafts(view).length
  return (
    <ConfirmDialog
      title={texts.otherLink}
      text={<p>{texts.otherLinkHow(view.session.driverName, count)}</p>}
      yes={texts.continue}
      no={texts.cancel}
      onNo={() => pendingLink.set(undefined)}
      onYes={() => void registerByLink(secret, true)}
    />
  )
}
