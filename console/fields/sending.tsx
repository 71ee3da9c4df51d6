// A form with a button. The form sends the values, and shows the errors of the API.
import { useForm } from '@mantine/form'
import { type FormEvent, useState } from 'react'
import { assignFieldErrors, describeError } from '../api/problems.ts'
import { FormErrors } from './refusals.tsx'

/** Returns a handler that sends a form with a function. Without the handler, the browser would load a page. */
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

/** Holds the values of a form and sends them. An error appears at its field, otherwise at the form. */
export function useSending<V extends Record<string, unknown>>(initialValues: V) {
  const form = useForm<V>({ initialValues, clearInputErrorOnChange: false })
  const [others, setOthers] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const send = (work: () => Promise<unknown>) =>
    submitWith(async () => {
      setBusy(true)
      form.clearErrors()
      setOthers([])
      try {
        await work()
      } catch (error) {
        const assigned = assignFieldErrors(error, Object.keys(initialValues))
        form.setErrors(assigned.fields)
        setOthers(assigned.others)
      } finally {
        setBusy(false)
      }
    })
  return { form, others: <FormErrors errors={others} />, busy, send }
}
