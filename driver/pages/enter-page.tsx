// Registers a device by the code of the planner, for a driver who has no link or opened it elsewhere.
import { useState } from 'react'
import { useWords } from '../../console/words/language.ts'
import { driveLimits } from '../../contract/drive.ts'
import { pathTo } from '../data/place.ts'
import { faultAtDoor } from '../data/refusal.ts'
import { letIn } from '../data/session.ts'
import { state } from '../data/state.ts'
import { driverWords } from '../data/words.ts'
import { Icon } from '../frame/icons.tsx'

export function EnterPage() {
  const words = useWords(driverWords)
  const { outbox } = state.use()
  const [code, setCode] = useState('')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    setFault('')
    try {
      await letIn({ code })
    } catch (error) {
      setFault(faultAtDoor(error, words, words.wrongCode))
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="enter">
      <img src="/driver/icon.svg" alt="" width="72" height="72" />
      <h1>{words.welcome}</h1>
      <p>{words.enterHow}</p>
      {!isSecureContext && <p className="callout fault">{words.needsHttps}</p>}
      {outbox.length > 0 && (
        <a className="callout notice-colour" href={pathTo('waiting')}>
          <Icon name="upload" />
          <span>{words.waitsForEntry(outbox.length)}</span>
        </a>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void enter()
        }}
      >
        <label className="field">
          <span>{words.code}</span>
          <input
            className="code"
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value.toUpperCase())}
            autoCapitalize="characters"
            autoComplete="one-time-code"
            autoCorrect="off"
            spellCheck={false}
            maxLength={driveLimits.codeLength * 2}
            dir="ltr"
            required
            aria-invalid={fault !== ''}
            aria-describedby="enter-fault"
          />
        </label>
        <p id="enter-fault" className="fault-text" role="alert">
          {fault}
        </p>
        <button type="submit" className="button primary" disabled={isBusy || code.trim() === ''}>
          {isBusy ? words.lettingIn : words.continue}
        </button>
      </form>
    </main>
  )
}
