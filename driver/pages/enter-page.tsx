// Registers a device by the code of the planner, for a driver who has no link or opened it elsewhere.
import { useState } from 'react'
import { useTexts } from '../../console/words/language.ts'
import { driveLimits } from '../../contract/drive.ts'
import { describeRegistrationError } from '../data/refusal.ts'
import { formatPath } from '../data/screen-path.ts'
import { registerDevice } from '../data/session.ts'
import { driverState } from '../data/state.ts'
import { driverTexts } from '../data/words.ts'
import { SvgIcon } from '../frame/icons.tsx'

export function EnterPage() {
  const texts = useTexts(driverTexts)
  const { outbox } = driverState.use()
  const [code, setCode] = useState('')
  const [errorText, setErrorText] = useState('')
  const [isBusy, setBusy] = useState(false)
  const enter = async () => {
    setBusy(true)
    setErrorText('')
    try {
      await registerDevice({ code })
    } catch (error) {
      setErrorText(describeRegistrationError(error, texts, texts.wrongCode))
    } finally {
      setBusy(false)
    }
  }
  return (
    <main className="enter">
      <img src="/driver/icon.svg" alt="" width="72" height="72" />
      <h1>{texts.welcome}</h1>
      <p>{texts.enterHow}</p>
      {!isSecureContext && <p className="callout fault">{texts.needsHttps}</p>}
      {outbox.length > 0 && (
        <a className="callout notice-colour" href={formatPath('waiting')}>
          <SvgIcon name="upload" />
          <span>{texts.waitsForEntry(outbox.length)}</span>
        </a>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (!isBusy) void enter()
        }}
      >
        <label className="field">
          <span>{texts.code}</span>
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
            aria-invalid={errorText !== ''}
            aria-describedby="enter-fault"
          />
        </label>
        <p id="enter-fault" className="fault-text" role="alert">
          {errorText}
        </p>
        <button type="submit" className="button primary" disabled={isBusy || code.trim() === ''}>
          {isBusy ? texts.lettingIn : texts.continue}
        </button>
      </form>
    </main>
  )
}
