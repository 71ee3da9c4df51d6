// Settings › Proof and tracking: the questions to drivers, the tracking page, and the company name on both.
import { Button, Checkbox, ColorInput, FileButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { type FailureReason, roadLimits } from '../../contract/road.ts'
import { useShown } from '../api/draft.ts'
import { ChoiceField, ConflictAlert, NumberField, SwitchField, TextField } from '../fields/fields.tsx'
import styles from '../shell/content.module.css'
import { QuietText } from '../shell/quiet-text.ts'
import { useTexts } from '../words/language.ts'
import { addReason } from './commands.ts'
import { ListTable } from './list-table.tsx'
import { type SettingsDraft, SettingsPage, useSettingsDraft } from './settings.tsx'
import { roadTexts } from './words.ts'

export function ProofPage() {
  const texts = useTexts(roadTexts)
  const draft = useSettingsDraft()
  return (
    <SettingsPage title={texts.proof} about={texts.proofAbout} draft={draft}>
      <Reasons draft={draft} />
      <AtTheDoor draft={draft} />
      <TrackingPage draft={draft} />
      <BrandingSection draft={draft} />
    </SettingsPage>
  )
}

interface SectionProps {
  draft: SettingsDraft
}

function Reasons({ draft }: SectionProps) {
  const texts = useTexts(roadTexts)
  const path = 'pod.reasons'
  const reasons = draft.value(path) as FailureReason[]
  return (
    <section className={styles.group}>
      <h2>{texts.reasons}</h2>
      <QuietText>{texts.reasonsAbout}</QuietText>
      <ListTable<FailureReason>
        draft={draft}
        path={path}
        identity="code"
        title={texts.reasons}
        add={addReason}
        empty={texts.noReasons}
        emptyText={texts.noReasonsText}
        extraColumns={(['photoRequired', 'quiet'] as const).map((member) => ({
          title: texts[member],
          cell: (reason, index) => (
            <Checkbox
              aria-label={`${texts[member]}: ${reason.name}`}
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
  const texts = useTexts(roadTexts)
  const field = { draft, disabled: !draft.mayWrite }
  const needs = (['off', 'optional', 'required'] as const).map((value) => ({ value, label: texts[value] }))
  return (
    <section className={styles.group}>
      <h2>{texts.atTheDoor}</h2>
      <ChoiceField {...field} path="pod.signature.success" label={texts.signatureSuccess} isRequired choices={needs} />
      <ChoiceField {...field} path="pod.signature.partial" label={texts.signaturePartial} isRequired choices={needs} />
      <ChoiceField {...field} path="pod.signature.failed" label={texts.signatureFailed} isRequired choices={needs} />
      <ChoiceField {...field} path="pod.scan" label={texts.scan} isRequired choices={needs} />
      <NumberField {...field} path="pod.photosMin" label={texts.photosMin} w="14rem" />
      <NumberField {...field} path="pod.photosMax" label={texts.photosMax} w="14rem" />
      <NumberField {...field} path="pod.keepPhotosDays" label={texts.keepPhotosDays} w="14rem" />
      <NumberField {...field} path="positions.keepDays" label={texts.positionsKeepDays} w="14rem" />
    </section>
  )
}

function TrackingPage({ draft }: SectionProps) {
  const texts = useTexts(roadTexts)
  const field = { draft, disabled: !draft.mayWrite }
  return (
    <section className={styles.group}>
      <h2>{texts.trackingPage}</h2>
      <QuietText>{texts.trackingAbout}</QuietText>
      <SwitchField {...field} path="tracking.estimatedTime" label={texts.estimatedTime} />
      <SwitchField {...field} path="tracking.stopsAhead" label={texts.stopsAhead} />
      <SwitchField
        {...field}
        path="tracking.vehiclePosition"
        label={texts.vehiclePosition}
        description={texts.vehiclePositionHelp}
      />
      <NumberField {...field} path="tracking.vehicleWithinStops" label={texts.vehicleWithinStops} w="14rem" />
      <ChoiceField
        {...field}
        path="tracking.proof"
        label={texts.trackingProof}
        isRequired
        choices={[
          { value: 'none', label: texts.proofNone },
          { value: 'outcome', label: texts.proofOutcome },
          { value: 'all', label: texts.proofAll },
        ]}
      />
      <NumberField {...field} path="tracking.keepDays" label={texts.trackingKeepDays} w="14rem" />
    </section>
  )
}

function BrandingSection({ draft }: SectionProps) {
  const texts = useTexts(roadTexts)
  const field = { draft, disabled: !draft.mayWrite }
  useShown(draft, 'branding.colour')
  return (
    <section className={styles.group}>
      <h2>{texts.branding}</h2>
      <TextField {...field} path="branding.companyName" label={texts.companyName} description={texts.companyNameHelp} />
      <div>
        <ColorInput
          label={texts.colour}
          size="xs"
          w="14rem"
          disabled={!draft.mayWrite}
          format="hex"
          withEyeDropper={false}
          value={String(draft.value('branding.colour') ?? '')}
          onChange={(value) => draft.change('branding.colour', value)}
          onChangeEnd={(value) => draft.put('branding.colour', value)}
          onBlur={() => draft.commit()}
          error={draft.errorText('branding.colour')}
        />
        <ConflictAlert draft={draft} path="branding.colour" />
      </div>
      <Logo draft={draft} />
    </section>
  )
}

function Logo({ draft }: SectionProps) {
  const texts = useTexts(roadTexts)
  const path = 'branding.logo'
  useShown(draft, path)
  const [fault, setFault] = useState<string>()
  const logo = String(draft.value(path) ?? '')
  async function choose(file: File | null) {
    if (!file) return
    const isTooLarge = file.size > roadLimits.logoBytes
    setFault(isTooLarge ? texts.logoTooLarge : undefined)
    if (!isTooLarge) draft.put(path, await asUrl(file))
  }
  return (
    <div>
      <Text size="xs" fw={500}>
        {texts.logo}
      </Text>
      <QuietText size="xs">{texts.logoHelp}</QuietText>
      <Group gap="sm" mt={4}>
        {logo === '' ? null : <img src={logo} alt={texts.logo} height={40} />}
        {draft.mayWrite ? (
          <FileButton accept="image/png,image/jpeg" onChange={(file) => void choose(file)}>
            {(props) => <Button {...props}>{texts.chooseLogo}</Button>}
          </FileButton>
        ) : null}
        {draft.mayWrite && logo !== '' ? (
          <Button variant="subtle" color="gray" onClick={() => draft.put(path, '')}>
            {texts.removeLogo}
          </Button>
        ) : null}
      </Group>
      {(fault ?? draft.errorText(path)) ? (
        <Text size="xs" c="red" role="alert">
          {fault ?? draft.errorText(path)}
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
