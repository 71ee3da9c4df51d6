// A form with a button. It sends the values and shows the errors of the API.
import { type FormEvent, useState } from 'react'
import { type AssignedErrors, assignFieldErrors } from '../api/problems.ts'
import { FormErrors } from './refusals.tsx'

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
