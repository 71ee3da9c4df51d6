// Edits whether users of the environment need a second factor.
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { getEnvironment, updateEnvironment } from '../../contract/environment.ts'
import { readMe } from '../api/account.ts'
import { apiClient } from '../api/client.ts'
import { useEnvironment } from '../api/environment.ts'
import { refreshEndpoints } from '../api/query.ts'
import { useMay } from '../api/session.ts'
import { factorTexts } from '../factor/words.ts'
import { showProblem } from '../shell/toasts.ts'
import { useTexts } from '../words/language.ts'

export function FactorRequirement() {
  const texts = useTexts(factorTexts)
  const environment = useEnvironment()
  const mayWrite = useMay('settings:write')
  const [isBusy, setBusy] = useState(false)
  if (!environment) return null
  const change = async (isRequired: boolean) => {
    setBusy(true)
    try {
      const secondFactor = isRequired ? 'required' : 'optional'
      await apiClient.call(updateEnvironment, { body: { signIn: { secondFactor } } })
      await refreshEndpoints(getEnvironment)
      // The requirement applies immediately, also to the user who set it.
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
      label={texts.requirement}
      description={texts.requirementHelp}
      checked={environment.signIn.secondFactor === 'required'}
      disabled={!mayWrite || isBusy}
      onChange={({ currentTarget }) => change(currentTarget.checked)}
    />
  )
}
