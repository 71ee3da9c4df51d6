// A form with a button. It sends the values and shows the errors of the API.
import { type FormEvent, useState } from 'react'
import { type AssignedErrors, assignFieldErrors, describeError } from '../api/problems.ts'
import { FormErrors } from './refusals.tsx'

/** Returns a handler that sends a form by a function. The browser would load a page. */
export const submitWith = (send: () => unknown) => (event: FormEvent) => {
  event.preventDefault()
  send()
}

/** Runs an attempt, and reports whether it is running and why it was rejected. */
export function useAttempt(onDone?: () => void) {
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const attempt = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
      onDone?.()
    } catch (error) {
      setRefusal(describeError(error))
    } finally {
      setBusy(false)
    }
  }
  return { refusal, busy, attempt }
}

const noErrors: AssignedErrors = { fields: {}, others: [] }

/** Sends a form. `faults` belong to the fields of these names, `others` to the form. */
export function useSending(fields: readonly string[]) {
  const [faults, setFaults] = useState(noErrors)
  const [busy, setBusy] = useState(false)
  const send = (work: () => Promise<unknown>) => async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFaults(noErrors)
    try {
      await work()
    } catch (error) {
      setFaults(assignFieldErrors(error, fields))
    } finally {
      setBusy(false)
    }
  }
  return { faults: faults.fields, others: <FormErrors errors={faults.others} />, busy, send }
}
