// The dialog of the optimisation: its question, its progress and its proposal.
import { Alert, Button, Group, Modal, Progress } from '@mantine/core'
import { useEffect } from 'react'
import { ApiProblem } from '../../../client/client.ts'
import type { Environment } from '../../../contract/environment.ts'
import { listOptimisations, type Optimisation, type OptimisationInput } from '../../../contract/optimisation.ts'
import { describeError, describeFieldError } from '../../api/problems.ts'
import { refreshEndpoints } from '../../api/query.ts'
import { useTexts } from '../../words/language.ts'
import { chooseNothing } from '../load/selection.ts'
import type { PlanBasics } from '../times/data.ts'
import { PlanFigures } from './figures.tsx'
import { useKeptFocus } from './focused.ts'
import styles from './optimise.module.css'
import { type OptimiseTask, optimiseTask } from './optimise-task.tsx'
import { ProposalPreview } from './preview.tsx'
import { DayQuestion } from './question.tsx'
import { describeNotes } from './reasons.ts'
import { type OptimisationControl, useOptimising } from './use-optimising.ts'
import { optimiseTexts } from './words.ts'

interface OptimiseProps extends PlanBasics {
  day: string
  /** Receives the first planned load. */
  onAccepted: (loadId: string) => void
}

/** Seconds of a search. A single load is small and its planner waits; a search over unassigned orders takes longer. */
const secondsOf = { sequence: 0.5, fill: 5 }

/** Closes the dialog. The search stays, and the page offers it again. */
function close(): void {
  optimiseTask.set(null)
  void refreshEndpoints(listOptimisations)
}

export function OptimiseDialog(props: OptimiseProps) {
  const task = optimiseTask.use()
  const texts = useTexts(optimiseTexts)
  return (
    <Modal
      opened={task !== null}
      onClose={close}
      title={titleOf(task, texts)}
      size="min(90rem, 96vw)"
      // A click outside must not discard the question.
      closeOnClickOutside={false}
    >
      {task && <Steps {...props} task={task} label={titleOf(task, texts)} />}
    </Modal>
  )
}

function titleOf(wish: OptimiseTask | null, texts: ReturnType<typeof useTexts<typeof optimiseTexts>>): string {
  if (!wish || wish.mode === 'day') return texts.planDay
  if (wish.mode === 'begun') return { ...texts, day: texts.planDay }[wish.search.mode]
  return wish.mode === 'fill' ? texts.fillOf(wish.load.key) : texts.sequenceOf(wish.load.key)
}

const requestOf = (wish: Extract<OptimiseTask, { mode: 'sequence' | 'fill' }>, day: string): OptimisationInput => ({
  mode: wish.mode,
  day,
  loadIds: [wish.load.loadId],
  seconds: secondsOf[wish.mode],
})

type StepsProps = OptimiseProps & { task: OptimiseTask; label: string }

function Steps(props: StepsProps) {
  const optimising = useOptimising()
  const { optimisation, isBusy, outdated } = optimising
  const frame = useKeptFocus(`${optimisation?.state} ${isBusy} ${outdated !== null}`)
  // The question about a day focuses its own button; otherwise the frame gets the focus.
  const isFirst = props.task.mode === 'day' ? {} : { 'data-autofocus': true }
  return (
    <div ref={frame} role="group" aria-label={props.label} className={styles.steps} tabIndex={-1} {...isFirst}>
      <Step {...props} optimising={optimising} />
    </div>
  )
}

function Step({
  task,
  day,
  environment,
  depots,
  onAccepted,
  optimising,
}: StepsProps & { optimising: OptimisationControl }) {
  const { optimisation, isBusy, begin } = optimising
  // A search for one load needs no question and starts immediately.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (task.mode === 'begun') optimising.resume(task.search.optimisationId)
    else if (task.mode !== 'day') void begin(requestOf(task, day))
  }, [])
  // The new search uses the present plan and the same request.
  const repeatSearch = () => void (optimisation && begin(optimisation.request))
  const discard = () => void optimising.discard().then(() => optimiseTask.set(null))
  const accept = async (accepted: Promise<string[] | undefined>) => {
    const loads = await accepted
    if (!loads) return
    // The selected orders are planned now, so the selection is cleared.
    chooseNothing()
    if (loads[0] !== undefined) onAccepted(loads[0])
    optimiseTask.set(null)
  }
  if (optimising.outdated)
    return (
      <Outdated
        error={optimising.outdated}
        isBusy={isBusy}
        onAcceptUnaffected={() => void accept(optimising.acceptRest())}
        onAgain={repeatSearch}
        onDiscard={discard}
      />
    )
  if (!optimisation)
    return task.mode === 'day' ? (
      <DayQuestion day={day} environment={environment} isBusy={isBusy} onStart={(request) => void begin(request)} />
    ) : (
      <Searching optimisation={undefined} optimising={optimising} environment={environment} onCancel={discard} />
    )
  if (optimisation.state === 'queued' || optimisation.state === 'running')
    return (
      <Searching optimisation={optimisation} optimising={optimising} environment={environment} onCancel={discard} />
    )
  if (optimisation.state === 'failed') return <Failed optimisation={optimisation} onAgain={repeatSearch} />
  return (
    <ProposalPreview
      optimisation={optimisation}
      environment={environment}
      depots={depots}
      isBusy={isBusy}
      onAccept={(keys) => void accept(optimising.accept(keys))}
      onDiscard={discard}
    />
  )
}

interface SearchingProps {
  optimisation: Optimisation | undefined
  optimising: OptimisationControl
  environment: Environment
  onCancel: () => void
}

function Searching({ optimisation, optimising, environment, onCancel }: SearchingProps) {
  const texts = useTexts(optimiseTexts)
  const found = optimisation?.after
  return (
    <div className={styles.searching}>
      <p role="status">{optimisation?.state === 'running' ? texts.searching : texts.waiting}</p>
      <Progress
        value={(optimisation?.progress ?? 0) * 100}
        aria-label={texts.progress}
        animated={optimisation?.state === 'running'}
      />
      {found && <PlanFigures before={optimisation.before} after={found} environment={environment} />}
      <Group justify="flex-end">
        <Button onClick={onCancel}>{texts.cancel}</Button>
        {found && (
          <Button variant="filled" loading={optimising.isBusy} onClick={() => void optimising.stop()}>
            {texts.stop}
          </Button>
        )}
      </Group>
    </div>
  )
}

function Failed({ optimisation, onAgain }: { optimisation: Optimisation; onAgain: () => void }) {
  const texts = useTexts(optimiseTexts)
  return (
    <Alert color="red">
      <strong>{texts.failed}</strong>
      <p>{describeNotes(optimisation)}</p>
      <Button variant="filled" onClick={onAgain}>
        {texts.again}
      </Button>
    </Alert>
  )
}

interface OutdatedProps {
  error: unknown
  isBusy: boolean
  onAcceptUnaffected: () => void
  onAgain: () => void
  onDiscard: () => void
}

const changesShown = 10

/** Explains that the plan has changed since the search. The user can accept the unaffected routes or search again. */
function Outdated({ error, isBusy, onAcceptUnaffected, onAgain, onDiscard }: OutdatedProps) {
  const texts = useTexts(optimiseTexts)
  const changes = error instanceof ApiProblem ? error.errors.map((change) => describeFieldError(change)) : []
  return (
    <Alert color="yellow">
      <strong>{texts.outdated}</strong>
      <p>{texts.outdatedHelp}</p>
      <ul>
        {changes.slice(0, changesShown).map((change) => (
          <li key={change}>{change}</li>
        ))}
        {changes.length > changesShown && <li>{texts.moreItems(changes.length - changesShown)}</li>}
      </ul>
      {changes.length === 0 && <p>{describeError(error)}</p>}
      <Group>
        <Button variant="filled" loading={isBusy} onClick={onAcceptUnaffected}>
          {texts.acceptRest}
        </Button>
        <Button variant="filled" onClick={onAgain}>
          {texts.again}
        </Button>
        <Button onClick={onDiscard}>{texts.discard}</Button>
      </Group>
    </Alert>
  )
}
