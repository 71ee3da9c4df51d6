// Edits whether users of the environment need a second factor.
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { readMe } from '../api/account.ts'
import { client } from '../api/client.ts'
import { useEnvironment } from '../api/environment.ts'
import { refresh } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { factorWords } from '../factor/words.ts'
import { showProblem } from '../shell/toasts.ts'
import { useWords } from '../words/language.ts'

export function Requirement() {
  const words = useWords(factorWords)
  const environment = useEnvironment()
  const mayWrite = useMay('settings:write')
  const [isBusy, setBusy] = useState(false)
  if (!environment) return null
  const change = async (isRequired: boolean) => {
    setBusy(true)
    try {
      const secondFactor = isRequired ? 'required' : 'optional'
      await client.call(updateEnvironment, { body: { signIn: { secondFactor } } })
      await refresh(getEnvironment)
      // It holds for oneself as well, from now on.
      await readMe()
    } catch (error) {
      showProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Switch
      mb="md"
      label={words.requirement}
      description={words.requirementHelp}
      checked={environment.signIn.secondFactor === 'required'}
      disabled={!mayWrite || isBusy}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}
