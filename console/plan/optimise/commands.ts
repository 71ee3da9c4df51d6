// Commands of the route plan that ask for a proposal.
import type { PageCommands } from '../../shell/command.ts'
import { optimiseTexts } from './words.ts'

export const optimiseCommands = {
  planDay: { keys: 'd', label: optimiseTexts.planDay, scope: 'loads:write' },
  sequence: { keys: 'o', label: optimiseTexts.sequence, scope: 'loads:write' },
  fill: { keys: 'shift+o', label: optimiseTexts.fill, scope: 'loads:write' },
} satisfies PageCommands
