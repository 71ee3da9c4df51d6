// Settings › Proof and tracking: the questions to drivers, the tracking page, and the company name on both.
import { Button, Checkbox, ColorInput, FileButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type FailureReason, roadLimits } from '../../contract/road.ts'
import { useShown } from '../api/draft.ts'
import { ChoiceField, Conflict, NumberField, SwitchField, TextField } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { useWords } from '../words/language.ts'
import { addReason } from './commands.ts'
import { ListTable } from './list-table.tsx'
import { type SettingsDraft, SettingsPage, useSettingsDraft } from './settings.tsx'
import { roadWords } from './words.ts'

export function ProofPage() {
  const words = useWords(roadWords)
  const draft = useSettingsDraft()
  return (
    <SettingsPage title={words.proof} about={words.proofAbout} draft={draft}>
      <Reasons draft={draft} />
      <AtTheDoor draft={draft} />
      <TrackingPage draft={draft} />
      <Company draft={draft} />
    </SettingsPage>
  )
}

interface SectionProps {
  draft: SettingsDraft
}

function Reasons({ draft }: SectionProps) {
  const words = useWords(roadWords)
  const path = 'pod.reasons'
  const reasons = draft.value(path) as FailureReason[]
  return (
    <section className={styles.group}>
      <h2>{words.reasons}</h2>
      <Text size="sm" c="dimmed">
        {words.reasonsAbout}
      </Text>
      <ListTable<FailureReason>
        draft={draft}
        path={path}
        identity="code"
        title={words.reasons}
        add={addReason}
        empty={words.noReasons}
        emptyText={words.noReasonsText}
        more={(['photoRequired', 'quiet'] as const).map((member) => ({
          title: words[member],
          cell: (reason, index) => (
            <Checkbox
              aria-label={`${words[member]}: ${reason.name}`}
              checked={reason[member] === true}
              disabled={!draft.mayWrite}
              onChange={({ currentTarget }) =>
                draft.put(path, reasons.with(index, { ...reason, [member]: currentTarget.checked }))
              }
            />
          ),
        }))}
      />
    </section>
  )
}

function AtTheDoor({ draft }: SectionProps) {
  const words = useWords(roadWords)
  const field = { draft, disabled: !draft.mayWrite }
  const needs = (['off', 'optional', 'required'] as const).map((value) => ({ value, label: words[value] }))
  return (
    <section className={styles.group}>
      <h2>{words.atTheDoor}</h2>
      <ChoiceField {...field} path="pod.signature.success" label={words.signatureSuccess} isRequired choices={needs} />
      <ChoiceField {...field} path="pod.signature.partial" label={words.signaturePartial} isRequired choices={needs} />
      <ChoiceField {...field} path="pod.signature.failed" label={words.signatureFailed} isRequired choices={needs} />
      <ChoiceField {...field} path="pod.scan" label={words.scan} isRequired choices={needs} />
      <NumberField {...field} path="pod.photosMin" label={words.photosMin} w="14rem" />
      <NumberField {...field} path="pod.photosMax" label={words.photosMax} w="14rem" />
      <NumberField {...field} path="pod.keepPhotosDays" label={words.keepPhotosDays} w="14rem" />
      <NumberField {...field} path="positions.keepDays" label={words.positionsKeepDays} w="14rem" />
    </section>
  )
}

function TrackingPage({ draft }: SectionProps) {
  const words = useWords(roadWords)
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <section className={styles.group}>
      <h2>{words.trackingPage}</h2>
      <Text size="sm" c="dimmed">
        {words.trackingAbout}
      </Text>
      <SwitchField {...field} path="tracking.estimatedTime" label={words.estimatedTime} />
      <SwitchField {...field} path="tracking.stopsAhead" label={words.stopsAhead} />
      <SwitchField
        {...field}
        path="tracking.vehiclePosition"
        label={words.vehiclePosition}
        description={words.vehiclePositionHelp}
      />
      <NumberField {...field} path="tracking.vehicleWithinStops" label={words.vehicleWithinStops} w="14rem" />
      <ChoiceField
        {...field}
        path="tracking.proof"
        label={words.trackingProof}
        isRequired
        choices={[
          { value: 'none', label: words.proofNone },
          { value: 'outcome', label: words.proofOutcome },
          { value: 'all', label: words.proofAll },
        ]}
      />
      <NumberField {...field} path="tracking.keepDays" label={words.trackingKeepDays} w="14rem" />
    </section>
  )
}

function Company({ draft }: SectionProps) {
  const words = useWords(roadWords)
  const field = { draft, disabled: !draft.mayWrite }
  useShown(draft, 'branding.colour')
  return (
    <section className={styles.group}>
      <h2>{words.branding}</h2>
      <TextField {...field} path="branding.companyName" label={words.companyName} description={words.companyNameHelp} />
      <div>
        <ColorInput
          label={words.colour}
          size="xs"
          w="14rem"
          disabled={!draft.mayWrite}
          format="hex"
          withEyeDropper={false}
          value={String(draft.value('branding.colour') ?? '')}
          onChange={(value) => draft.change('branding.colour', value)}
          onChangeEnd={(value) => draft.put('branding.colour', value)}
          onBlur={() => draft.commit()}
          error={draft.fault('branding.colour')}
        />
        <Conflict draft={draft} path="branding.colour" />
      </div>
      <Logo draft={draft} />
    </section>
  )
}

function Logo({ draft }: SectionProps) {
  const words = useWords(roadWords)
  const path = 'branding.logo'
  useShown(draft, path)
  const [fault, setFault] = useState<string>()
  const logo = String(draft.value(path) ?? '')
  async function choose(file: File | null) {
    if (!file) return
    const isTooLarge = file.size > roadLimits.logoBytes
    setFault(isTooLarge ? words.logoTooLarge : undefined)
    if (!isTooLarge) draft.put(path, await asUrl(file))
  }
  return (
    <div>
      <Text size="xs" fw={500}>
        {words.logo}
      </Text>
      <Text size="xs" c="dimmed">
        {words.logoHelp}
      </Text>
      <Group gap="sm" mt={4}>
        {logo === '' ? null : <img src={logo} alt={words.logo} height={40} />}
        {draft.mayWrite ? (
          <FileButton accept="image/png,image/jpeg" onChange={(file) => void choose(file)}>
            {(props) => (
              <Button {...props} variant="default">
                {words.chooseLogo}
              </Button>
            )}
          </FileButton>
        ) : null}
        {draft.mayWrite && logo !== '' ? (
          <Button variant="subtle" color="gray" onClick={() => draft.put(path, '')}>
            {words.removeLogo}
          </Button>
        ) : null}
      </Group>
      {(fault ?? draft.fault(path)) ? (
        <Text size="xs" c="red" role="alert">
          {fault ?? draft.fault(path)}
        </Text>
      ) : null}
    </div>
  )
}

function asUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
