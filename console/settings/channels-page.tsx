// Settings › Channels: the channels of orders by key.
import { useTexts } from '../words/language.ts'
import { channelCommands } from './commands.ts'
import { ListTable } from './list-table.tsx'
import { SettingsPage, useSettingsDraft } from './settings.tsx'
import { settingsTexts } from './words.ts'

export function ChannelsPage() {
  const texts = useTexts(settingsTexts)
  const draft = useSettingsDraft()
  return (
    <SettingsPage title={texts.channels} about={texts.channelsAbout} draft={draft}>
      <ListTable
        draft={draft}
        path="channels"
        title={texts.channels}
        add={channelCommands.add}
        empty={texts.noChannels}
        emptyText={texts.noChannelsText}
      />
    </SettingsPage>
  )
}
