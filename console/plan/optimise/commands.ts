// Commands of the route plan that ask for a proposal.
import type { Commands } from '../../shell/command.ts'
import { optimiseWords } from './words.ts'

export const optimiseCommands = {
  planDay: { keys: 'd', label: optimiseWords.planDay, scope: 'loads:write' },
  sequence: { keys: 'o', label: optimiseWords.sequence, scope: 'loads:write' },
  fill: { keys: 'shift+o', label: optimiseWords.fill, scope: 'loads:write' },
} satisfies Commands
