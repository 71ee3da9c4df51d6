// Shows the frame of a screen: its name, the back button, the number of unsent items, and the buttons at the bottom.
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../../console/words/language.ts'
import { listUnfinishedDrafts } from '../data/day.ts'
import { formatPath, returnToScreen } from '../data/screen-path.ts'
import { driverState } from '../data/state.ts'
import { connectionState } from '../data/sync.ts'
import { driverTexts } from '../data/words.ts'
import { SvgIcon } from './icons.tsx'

interface ScreenFrameProps {
  title: string
  /** Path of the page to which Back leads; undefined on the first page. */
  back?: string[]
  foot?: ReactNode
  children: ReactNode
}
export function ScreenFrame({ title, back, foot, children }: ScreenFrameProps) {
  const texts = useTexts(driverTexts)
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="page">
      <header className="bar">
        {back && (
          <a
            className="icon-button"
            href={formatPath(...back)}
            aria-label={texts.back}
            onClick={(event) => {
              event.preventDefault()
              returnToScreen(...back)
            }}
          >
            <SvgIcon name="back" />
          </a>
        )}
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <WaitingItemsLink />
      </header>
      <main>{children}</main>
      {foot && <footer className="foot">{foot}</footer>}
    </div>
  )
}

/** Shows the number of waiting items, on every screen. */
function WaitingItemsLink() {
  const texts = useTexts(driverTexts)
  const view = driverState.use()
  const { outbox } = view
  const { isReached } = connectionState.use()
  const unfinished = listUnfinishedDrafts(view).length
  const isRefused = outbox.some(({ refused }) => refused !== undefined)
  const isWaiting = outbox.length > 0 || unfinished > 0
  const idleText = isReached ? texts.allSent : texts.noReception
  const begun = unfinished > 0 ? texts.notFinished(unfinished) : idleText
  const text = outbox.length > 0 ? texts.notSent(outbox.length) : begun
  return (
    <a
      className="waiting-sign"
      data-state={isRefused ? 'refused' : isWaiting ? 'waiting' : isReached ? 'sent' : 'apart'}
      href={formatPath('waiting')}
    >
      <SvgIcon name={isRefused ? 'warning' : isWaiting || !isReached ? 'upload' : 'sent'} />
      <span>{text}</span>
    </a>
  )
}
