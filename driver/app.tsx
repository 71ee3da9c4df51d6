// Puts the app together: the screen that the address names, or the door for who is not let in.
import { useEffect } from 'react'
import { language } from '../console/words/language.ts'
import { directions } from '../console/words/words.ts'
import { DayPage } from './day-page.tsx'
import { EnterPage } from './enter-page.tsx'
import { LoadPage } from './load-page.tsx'
import { OutcomePage } from './outcome/outcome-page.tsx'
import { place } from './place.ts'
import { Notice } from './sheet.tsx'
import { state } from './state.ts'
import { StopPage } from './stop-page.tsx'
import { WaitingPage } from './waiting-page.tsx'

export function App() {
  const current = language.use()
  useEffect(() => {
    document.documentElement.lang = current
    document.documentElement.dir = directions[current]
  }, [current])
  return (
    <>
      <Screen />
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
