// Shows the frame of a screen: its name, the back button, the number of unsent items, and the buttons at the bottom.
import { type ReactNode, useEffect } from 'react'
import { useWords } from '../../console/words/language.ts'
import { unfinishedOf } from '../data/day.ts'
import { goBack, pathTo } from '../data/place.ts'
import { state } from '../data/state.ts'
import { reach } from '../data/sync.ts'
import { driverWords } from '../data/words.ts'
import { Icon } from './icons.tsx'

interface PageProps {
  title: string
  /** Where the way back leads; none on the first screen. */
  back?: string[]
  foot?: ReactNode
  children: ReactNode
}
export function Page({ title, back, foot, children }: PageProps) {
  const words = useWords(driverWords)
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <div className="page">
      <header className="bar">
        {back && (
          <a
            className="icon-button"
            href={pathTo(...back)}
            aria-label={words.back}
            onClick={(event) => {
              event.preventDefault()
              goBack(...back)
            }}
          >
            <Icon name="back" />
          </a>
        )}
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <WaitingSign />
      </header>
      <main>{children}</main>
      {foot && <footer className="foot">{foot}</footer>}
    </div>
  )
}

/** Shows the number of waiting items, on every screen. */
function WaitingSign() {
  const words = useWords(driverWords)
  const view = state.use()
  const { outbox } = view
  const { isReached } = reach.use()
  const unfinished = unfinishedOf(view).length
  const isRefused = outbox.some(({ refused }) => refused !== undefined)
  const isWaiting = outbox.length > 0 || unfinished > 0
  const rest = isReached ? words.allSent : words.noReception
  const begun = unfinished > 0 ? words.notFinished(unfinished) : rest
  const text = outbox.length > 0 ? words.notSent(outbox.length) : begun
  return (
    <a
      className="waiting-sign"
      data-state={isRefused ? 'refused' : isWaiting ? 'waiting' : isReached ? 'sent' : 'apart'}
      href={pathTo('waiting')}
    >
      <Icon name={isRefused ? 'warning' : isWaiting || !isReached ? 'upload' : 'sent'} />
      <span>{text}</span>
    </a>
  )
}
