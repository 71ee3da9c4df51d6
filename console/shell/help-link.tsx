// Links an error to the section of the guide about its code.
import { Anchor } from '@mantine/core'
import { ApiProblem } from '../../client/client.ts'
import { useTexts } from '../words/language.ts'
import { shellTexts } from './words.ts'

export function HelpLink({ error }: { error: unknown }) {
  const texts = useTexts(shellTexts)
  return error instanceof ApiProblem && error.help ? (
    <Anchor href={error.help} target="_blank" inherit>
      {texts.help}
    </Anchor>
  ) : null
}
