// Shows the check before a release: the problems of each load, links to them, and the release.

import { Button, Checkbox, Group, Modal, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type LoadSummary, updateLoadById } from '../../../contract/load.ts'
import { apiClient } from '../../api/client.ts'
import { describeError } from '../../api/problems.ts'
import { useExportCount } from '../../load/export-count.ts'
import { offerMoveBack } from '../../load/move-back.ts'
import { refreshLoads } from '../../load/refresh.ts'
import { releaseMeans } from '../../load/status.tsx'
import { loadTexts } from '../../load/words.ts'
import { ReasonedButton } from '../../shell/reasoned-button.tsx'
import { showProblem } from '../../shell/toasts.ts'
import { reasonTexts, shellTexts } from '../../shell/words.ts'
import { currentTexts, useTexts } from '../../words/language.ts'
import type { PlanBasics } from '../times/data.ts'
import { useDuration } from '../times/duration.ts'
import { planTexts } from '../times/words.ts'
import { ExcessLabel, OverloadLabels, StopProblemLabel } from '../views/problem-labels.tsx'
import type { LoadProblem } from './check.ts'
import styles from './release.module.css'
import { type LoadCheckResult, useChecked } from './use-checked.ts'
import { releaseTexts } from './words.ts'

interface ReleaseDialogProps extends PlanBasics {
  /** The loads to release; empty while the dialog is closed. */
  loads: readonly LoadSummary[]
  /** Opens a load, and one of its stops. */
  onJump: (loadId: string, stopId: string | null) => void
  onClose: () => void
}

export function ReleaseDialog(props: ReleaseDialogProps) {
  const texts = useTexts(releaseTexts)
  const labels = useTexts(loadTexts)
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
      title={loads.length === 1 ? labels.askRelease(first!.key) : texts.title}
    >
      {first && <Check {...props} loads={loads} onJump={jump} key={loads.map(({ loadId }) => loadId).join()} />}
    </Modal>
  )
}

function Check(props: ReleaseDialogProps) {
  const { loads, onJump, onClose, environment } = props
  const texts = useTexts(releaseTexts)
  const needs = useTexts(reasonTexts)
  const labels = useTexts(loadTexts)
  const shell = useTexts(shellTexts)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const checked = useChecked(loads, left, props)
  const included = checked.filter((entry) => entry && !left.has(entry.load.loadId)) as LoadCheckResult[]
  const isRead = checked.every(Boolean)
  const worst = included.find(({ findings }) => findings.length > 0)
  const release = async () => {
    setBusy(true)
    await releaseAll(included.map(({ load }) => load))
    setBusy(false)
    onClose()
  }
  const exports = environment.export.automatic.includes('released')
  const added = useExportCount(
    included.map(({ load }) => load.loadId),
    exports && isRead,
  )
  return (
    <>
      <Text size="sm" mb="sm">
        {exports ? releaseMeans(added, labels) : labels.meansReleasedQuietly}
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
        <Button onClick={onClose}>{shell.cancel}</Button>
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
          reason={!isRead ? needs.stillReading : included.length === 0 ? needs.chooseRoute : null}
          onClick={() => void release()}
        >
          {worst ? texts.anyway : texts.release}
        </ReasonedButton>
      </Group>
    </>
  )
}

/**
 * Draws the button that leads to the worst load. The button gets the focus, since correcting is better than releasing.
 */
function Mend({ onClick }: { onClick: () => void }) {
  const texts = useTexts(releaseTexts)
  const [button, setButton] = useState<HTMLButtonElement | null>(null)
  useEffect(() => void button?.focus(), [button])
  return (
    <Button variant="filled" ref={setButton} onClick={onClick}>
      {texts.mend}
    </Button>
  )
}

interface LoadCheckProps extends ReleaseDialogProps {
  load: LoadSummary
  checked: LoadCheckResult | undefined
  isAlone: boolean
  isWanted: boolean
  onToggle: () => void
}

function LoadCheck({ load, checked, isAlone, isWanted, onToggle, onJump, environment }: LoadCheckProps) {
  const texts = useTexts(releaseTexts)
  const plan = useTexts(planTexts)
  const problems = checked?.findings ?? []
  return (
    <section className={styles.load} aria-label={load.key} data-left={!isWanted || undefined}>
      <header className={styles.head}>
        {isAlone ? (
          <strong>{load.key}</strong>
        ) : (
          <Checkbox label={load.key} aria-label={texts.include(load.key)} checked={isWanted} onChange={onToggle} />
        )}
        <span className={styles.count}>{plan.stopCount(load.stopCount)}</span>
        {!checked && <span className={styles.count}>{texts.checking}</span>}
        {checked && problems.length === 0 && (
          <span className={styles.fine}>
            <IconCircleCheck size={14} aria-hidden /> {texts.noProblems}
          </span>
        )}
        {problems.length > 0 && <span className={styles.count}>{texts.problems(problems.length)}</span>}
      </header>
      <ul className={styles.findings}>
        {problems.map((problem) => (
          <li key={`${problem.kind} ${problem.stop?.consignmentId ?? ''}`}>
            <button
              type="button"
              className={styles.finding}
              onClick={() => onJump(load.loadId, problem.stop?.consignmentId ?? null)}
            >
              {problem.stop && <span>{texts.stopAt(checked!.stops.indexOf(problem.stop) + 1, problem.stop.name)}</span>}
              <ProblemLabel problem={problem} units={environment.displayPreferences} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProblemLabel({
  problem,
  units,
}: {
  problem: LoadProblem
  units: PlanBasics['environment']['displayPreferences']
}) {
  const texts = useTexts(releaseTexts)
  const duration = useDuration()
  switch (problem.kind) {
    case 'late':
    case 'mayBeLate':
    case 'nowhere':
      return <StopProblemLabel problem={problem} />
    case 'tooHeavy':
    case 'tooBig':
    case 'tooMany':
      return <OverloadLabels overloads={[problem]} units={units} />
    case 'afterShift':
      return <ExcessLabel isSevere={false}>{texts.afterShift(duration(problem.minutes))}</ExcessLabel>
    case 'vehicleBusy':
    case 'driverBusy':
      return <ExcessLabel isSevere={false}>{texts[problem.kind](shortened(problem.loads))}</ExcessLabel>
    case 'lacks':
      return <ExcessLabel isSevere={false}>{texts.lacks(problem.skills.join(', '))}</ExcessLabel>
    default:
      return <ExcessLabel isSevere={false}>{texts[problem.kind]}</ExcessLabel>
  }
}

const namedMax = 3
const shortened = (keys: readonly string[]) =>
  keys.length > namedMax ? `${keys.slice(0, namedMax).join(', ')} …` : keys.join(', ')

/** Releases loads one after another. A refused load does not stop the others. */
async function releaseAll(loads: readonly LoadSummary[]): Promise<void> {
  const texts = currentTexts(releaseTexts)
  const released: LoadSummary[] = []
  for (const load of loads)
    try {
      await apiClient.call(updateLoadById, { params: { loadId: load.loadId }, body: { status: 'released' } })
      released.push(load)
    } catch (error) {
      showProblem(new Error(texts.notReleased(load.key, describeError(error))))
    }
  if (released.length > 0) offerMoveBack(texts.released(released.length), released, 'released')
  await refreshLoads()
}
