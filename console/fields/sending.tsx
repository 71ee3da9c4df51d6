// A form with a button. It sends the values and shows the errors of the API.
import { type FormEvent, useState } from 'react'
import { type Placed, placeFaults } from '../api/problems.ts'
import { Refusals } from './refusals.tsx'

const none: Placed = { fields: {}, others: [] }

/** Sends a form. `faults` belong to the fields of these names, `others` to the form. */
export function useSending(fields: readonly string[]) {
  const [faults, setFaults] = useState(none)
  const [busy, setBusy] = useState(false)
  const send = (work: () => Promise<unknown>) => async (event: FormEvent) => {
    event.preventDefault()
    setBusy(true)
    setFaults(none)
    try {
      await work()
    } catch (error) {
      setFaults(placeFaults(error, fields))
    } finally {
      setBusy(false)
    }
  }
  return { faults: faults.fields, others: <Refusals of={faults.others} />, busy, send }
}
