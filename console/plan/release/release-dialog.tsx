// Shows the check before a release: the problems of each load, links to them, and the release.

import { Button, Checkbox, Group, Modal, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type LoadSummary, updateLoadById } from '../../../contract/load.ts'
import { client } from '../../api/client.ts'
import { messageOf } from '../../api/problems.ts'
import { useExportCount } from '../../load/export-count.ts'
import { offerMoveBack } from '../../load/move-back.ts'
import { refreshLoads } from '../../load/refresh.ts'
import { releaseMeans } from '../../load/status.tsx'
import { loadWords } from '../../load/words.ts'
import { ReasonedButton } from '../../shell/reasoned-button.tsx'
import { showProblem } from '../../shell/toasts.ts'
import { reasonWords, shellWords } from '../../shell/words.ts'
import { currentWords, useWords } from '../../words/language.ts'
import type { Basics } from '../times/data.ts'
import { planWords } from '../times/words.ts'
import { ExcessMark, FaultMark, OverloadMarks, useDuration } from '../views/marks.tsx'
import type { Finding } from './check.ts'
import styles from './release.module.css'
import { type Checked, useChecked } from './use-checked.ts'
import { releaseWords } from './words.ts'

interface ReleaseDialogProps extends Basics {
  /** The loads to release; empty while the dialog is closed. */
  loads: readonly LoadSummary[]
  /** Opens a load, and one of its stops. */
  onJump: (loadId: string, stopId: string | null) => void
  onClose: () => void
}

export function ReleaseDialog(props: ReleaseDialogProps) {
  const words = useWords(releaseWords)
  const own = useWords(loadWords)
  const shell = useWords(shellWords)
  const { loads: wanted, onClose, onJump } = props
  // The dialog keeps its texts while it closes.
  const last = useRef(wanted)
  if (wanted.length > 0) last.current = wanted
  const loads = last.current
  const [first] = loads
  // After a jump to a stop, the focus stays there instead of returning to the button.
  const [isLeaving, setLeaving] = useState(false)
  const jump = (loadId: string, stopId: string | null) => {
    setLeaving(true)
    onClose()
    onJump(loadId, stopId)
  }
  return (
    <Modal
      opened={wanted.length > 0}
      onClose={onClose}
      size="lg"
      returnFocus={!isLeaving}
      onEnterTransitionEnd={() => setLeaving(false)}
      title={loads.length === 1 ? own.askRelease(first!.key) : words.title}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      {first && <Check {...props} loads={loads} onJump={jump} key={loads.map(({ loadId }) => loadId).join()} />}
    </Modal>
  )
}

function Check(props: ReleaseDialogProps) {
  const { loads, onJump, onClose, environment } = props
  const words = useWords(releaseWords)
  const needs = useWords(reasonWords)
  const own = useWords(loadWords)
  const shell = useWords(shellWords)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const checked = useChecked(loads, left, props)
  const wanted = checked.filter((one) => one && !left.has(one.load.loadId)) as Checked[]
  const isRead = checked.every(Boolean)
  const worst = wanted.find(({ findings }) => findings.length > 0)
  const release = async () => {
    setBusy(true)
    await releaseAll(wanted.map(({ load }) => load))
    setBusy(false)
    onClose()
  }
  const exports = environment.export.automatic.includes('released')
  const added = useExportCount(
    wanted.map(({ load }) => load.loadId),
    exports && isRead,
  )
  return (
    <>
      <Text size="sm" mb="sm">
        {exports ? releaseMeans(added, own) : own.meansReleasedQuietly}
      </Text>
      <ul className={styles.loads}>
        {loads.map((load, index) => (
          <li key={load.loadId}>
            <LoadCheck
              {...props}
              load={load}
              checked={checked[index]}
              isAlone={loads.length === 1}
              isWanted={!left.has(load.loadId)}
              onToggle={() => setLeft(left.symmetricDifference(new Set([load.loadId])))}
            />
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose}>
          {shell.cancel}
        </Button>
        {worst && (
          <Mend
            onClick={() =>
              onJump(worst.load.loadId, worst.findings.find(({ stop }) => stop)?.stop?.consignmentId ?? null)
            }
          />
        )}
        <ReasonedButton
          variant={worst ? 'default' : 'filled'}
          loading={isBusy}
          reason={!isRead ? needs.stillReading : wanted.length === 0 ? needs.chooseLoad : null}
          onClick={() => void release()}
        >
          {worst ? words.anyway : words.release}
        </ReasonedButton>
      </Group>
    </>
  )
}

/** Draws the button that leads to the worst load. It takes the focus, since correcting is better than releasing. */
function Mend({ onClick }: { onClick: () => void }) {
  const words = useWords(releaseWords)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  useEffect(() => void button?.focus(), [button])
  return (
    <Button ref={setButton} onClick={onClick}>
      {words.mend}
    </Button>
  )
}

interface LoadCheckProps extends ReleaseDialogProps {
  load: LoadSummary
  checked: Checked | undefined
  isAlone: boolean
  isWanted: boolean
  onToggle: () => void
}

function LoadCheck({ load, checked, isAlone, isWanted, onToggle, onJump, environment }: LoadCheckProps) {
  const words = useWords(releaseWords)
  const plan = useWords(planWords)
  const findings = checked?.findings ?? []
  return (
    <section className={styles.load} aria-label={load.key} data-left={!isWanted || undefined}>
      <header className={styles.head}>
        {isAlone ? (
          <strong>{load.key}</strong>
        ) : (
          <Checkbox label={load.key} aria-label={words.include(load.key)} checked={isWanted} onChange={onToggle} />
        )}
        <span className={styles.count}>{plan.stopCount(load.stopCount)}</span>
        {!checked && <span className={styles.count}>{words.checking}</span>}
        {checked && findings.length === 0 && (
          <span className={styles.fine}>
            <IconCircleCheck size={14} aria-hidden /> {words.noProblems}
          </span>
        )}
        {findings.length > 0 && <span className={styles.count}>{words.problems(findings.length)}</span>}
      </header>
      <ul className={styles.findings}>
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.stop?.consignmentId ?? ''}`}>
            <button
              type="button"
              className={styles.finding}
              onClick={() => onJump(load.loadId, finding.stop?.consignmentId ?? null)}
            >
              {finding.stop && <span>{words.stopAt(checked!.stops.indexOf(finding.stop) + 1, finding.stop.name)}</span>}
              <Mark finding={finding} units={environment.displayPreferences} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Mark({ finding, units }: { finding: Finding; units: Basics['environment']['displayPreferences'] }) {
  const words = useWords(releaseWords)
  const duration = useDuration()
  switch (finding.kind) {
    case 'late':
    case 'mayBeLate':
    case 'nowhere':
      return <FaultMark fault={finding} />
    case 'tooHeavy':
    case 'tooBig':
    case 'tooMany':
      return <OverloadMarks overloads={[finding]} units={units} />
    case 'afterShift':
      return <ExcessMark>{words.afterShift(duration(finding.minutes))}</ExcessMark>
    case 'vehicleBusy':
    case 'driverBusy':
      return <ExcessMark>{words[finding.kind](shortened(finding.loads))}</ExcessMark>
    case 'lacks':
      return <ExcessMark>{words.lacks(finding.skills.join(', '))}</ExcessMark>
    default:
      return <ExcessMark>{words[finding.kind]}</ExcessMark>
  }
}

const namedMax = 3
const shortened = (keys: readonly string[]) =>
  keys.length > namedMax ? `${keys.slice(0, namedMax).join(', ')} …` : keys.join(', ')

/** Releases loads one after another. A refused load does not stop the others. */
async function releaseAll(loads: readonly LoadSummary[]): Promise<void> {
  const words = currentWords(releaseWords)
  const released: LoadSummary[] = []
  for (const load of loads)
    try {
      await client.call(updateLoadById, { params: { loadId: load.loadId }, body: { status: 'released' } })
      released.push(load)
    } catch (error) {
      showProblem(new Error(words.notReleased(load.key, messageOf(error))))
    }
  if (released.length > 0) offerMoveBack(words.released(released.length), released, 'released')
  await refreshLoads()
}
