// Settings › Channels: the keys that orders name as their channel.
import { useWords } from '../words/language.ts'
import { channelCommands } from './commands.ts'
import { ListTable } from './list-table.tsx'
import { SettingsPage, useSettingsDraft } from './settings.tsx'
import { settingsWords } from './words.ts'

export function ChannelsPage() {
  const words = useWords(settingsWords)
  const draft = useSettingsDraft()
  return (
    <SettingsPage title={words.channels} about={words.channelsAbout} draft={draft}>
      <ListTable
        draft={draft}
        path="channels"
        title={words.channels}
        add={channelCommands.add}
        empty={words.noChannels}
        emptyText={words.noChannelsText}
      />
    </SettingsPage>
  )
}
