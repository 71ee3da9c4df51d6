// The dialog of the optimisation: its question, its progress and its proposal.
import { Alert, Button, Group, Modal, Progress } from '@mantine/core'
import { useEffect } from 'react'
import { ApiProblem } from '../../../client/client.ts'
import type { Environment } from '../../../contract/environment.ts'
import { listOptimisations, type Optimisation, type OptimisationInput } from '../../../contract/optimisation.ts'
import { messageOf, plainly } from '../../api/problems.ts'
import { refresh } from '../../api/query.ts'
import { shellWords } from '../../shell/words.ts'
import { useWords } from '../../words/language.ts'
import { chooseNothing } from '../load/selection.ts'
import type { Basics } from '../times/data.ts'
import { Figures } from './figures.tsx'
import { useKeptFocus } from './focused.ts'
import styles from './optimise.module.css'
import { Preview } from './preview.tsx'
import { DayQuestion } from './question.tsx'
import { type Optimising, useOptimising } from './use-optimising.ts'
import { type Wish, wish } from './wish.tsx'
import { optimiseWords } from './words.ts'

interface OptimiseProps extends Basics {
  day: string
  /** Receives the first planned load. */
  onAccepted: (loadId: string) => void
}

/** Seconds of a search. A single load is small and its planner waits; a search over unassigned orders takes longer. */
const secondsOf = { sequence: 0.5, fill: 5 }

/** Closes the dialog. The search stays, and the page offers it again. */
function close(): void {
  wish.set(null)
  void refresh(listOptimisations)
}

export function OptimiseDialog(props: OptimiseProps) {
  const wanted = wish.use()
  const words = useWords(optimiseWords)
  const shell = useWords(shellWords)
  return (
    <Modal
      opened={wanted !== null}
      onClose={close}
      title={titleOf(wanted, words)}
      size="min(90rem, 96vw)"
      // A click outside must not discard the question.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': shell.close }}
    >
      {wanted && <Steps {...props} wanted={wanted} label={titleOf(wanted, words)} />}
    </Modal>
  )
}

function titleOf(wish: Wish | null, words: ReturnType<typeof useWords<typeof optimiseWords>>): string {
  if (!wish || wish.mode === 'day') return words.planDay
  if (wish.mode === 'begun') return { ...words, day: words.planDay }[wish.search.mode]
  return wish.mode === 'fill' ? words.fillOf(wish.load.key) : words.sequenceOf(wish.load.key)
}

const requestOf = (wish: Extract<Wish, { mode: 'sequence' | 'fill' }>, day: string): OptimisationInput => ({
  mode: wish.mode,
  day,
  loadIds: [wish.load.loadId],
  seconds: secondsOf[wish.mode],
})

type StepsProps = OptimiseProps & { wanted: Wish; label: string }

function Steps(props: StepsProps) {
  const optimising = useOptimising()
  const { optimisation, isBusy, outdated } = optimising
  const frame = useKeptFocus(`${optimisation?.state} ${isBusy} ${outdated !== null}`)
  // The question about a day focuses its own button; otherwise the frame gets the focus.
  const isFirst = props.wanted.mode === 'day' ? {} : { 'data-autofocus': true }
  return (
    <div ref={frame} role="group" aria-label={props.label} className={styles.steps} tabIndex={-1} {...isFirst}>
      <Step {...props} optimising={optimising} />
    </div>
  )
}

function Step({ wanted, day, environment, depots, onAccepted, optimising }: StepsProps & { optimising: Optimising }) {
  const { optimisation, isBusy, begin } = optimising
  // A search for one load needs no question and starts immediately.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is opened
  useEffect(() => {
    if (wanted.mode === 'begun') optimising.resume(wanted.search.optimisationId)
    else if (wanted.mode !== 'day') void begin(requestOf(wanted, day))
  }, [])
  // The new search uses the present plan and the same request.
  const again = () => void (optimisation && begin(optimisation.request))
  const discard = () => void optimising.discard().then(() => wish.set(null))
  const accept = async (accepted: Promise<string[] | undefined>) => {
    const loads = await accepted
    if (!loads) return
    // The selected orders are planned now.
    chooseNothing()
    if (loads[0] !== undefined) onAccepted(loads[0])
    wish.set(null)
  }
  if (optimising.outdated)
    return (
      <Outdated
        error={optimising.outdated}
        isBusy={isBusy}
        onRest={() => void accept(optimising.acceptRest())}
        onAgain={again}
        onDiscard={discard}
      />
    )
  if (!optimisation)
    return wanted.mode === 'day' ? (
      <DayQuestion day={day} environment={environment} isBusy={isBusy} onStart={(request) => void begin(request)} />
    ) : (
      <Searching optimisation={undefined} optimising={optimising} environment={environment} onCancel={discard} />
    )
  if (optimisation.state === 'queued' || optimisation.state === 'running')
    return (
      <Searching optimisation={optimisation} optimising={optimising} environment={environment} onCancel={discard} />
    )
  if (optimisation.state === 'failed') return <Failed optimisation={optimisation} onAgain={again} />
  return (
    <Preview
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
  optimising: Optimising
  environment: Environment
  onCancel: () => void
}

function Searching({ optimisation, optimising, environment, onCancel }: SearchingProps) {
  const words = useWords(optimiseWords)
  const found = optimisation?.after
  return (
    <div className={styles.searching}>
      <p role="status">{optimisation?.state === 'running' ? words.searching : words.waiting}</p>
      <Progress
        value={(optimisation?.progress ?? 0) * 100}
        aria-label={words.progress}
        animated={optimisation?.state === 'running'}
      />
      {found && <Figures before={optimisation.before} after={found} environment={environment} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {words.cancel}
        </Button>
        {found && (
          <Button loading={optimising.isBusy} onClick={() => void optimising.stop()}>
            {words.stop}
          </Button>
        )}
      </Group>
    </div>
  )
}

function Failed({ optimisation, onAgain }: { optimisation: Optimisation; onAgain: () => void }) {
  const words = useWords(optimiseWords)
  return (
    <Alert color="red">
      <strong>{words.failed}</strong>
      <p>{optimisation.message && plainly(optimisation.message)}</p>
      <Button onClick={onAgain}>{words.again}</Button>
    </Alert>
  )
}

interface OutdatedProps {
  error: unknown
  isBusy: boolean
  onRest: () => void
  onAgain: () => void
  onDiscard: () => void
}

const changesShown = 10

/** Explains that the plan has changed since the search. The user can accept the unaffected routes or search again. */
function Outdated({ error, isBusy, onRest, onAgain, onDiscard }: OutdatedProps) {
  const words = useWords(optimiseWords)
  const changes = error instanceof ApiProblem ? error.errors.map(({ message }) => plainly(message)) : []
  return (
    <Alert color="yellow">
      <strong>{words.outdated}</strong>
      <p>{words.outdatedHelp}</p>
      <ul>
        {changes.slice(0, changesShown).map((change) => (
          <li key={change}>{change}</li>
        ))}
        {changes.length > changesShown && <li>{words.moreItems(changes.length - changesShown)}</li>}
      </ul>
      {changes.length === 0 && <p>{messageOf(error)}</p>}
      <Group>
        <Button loading={isBusy} onClick={onRest}>
          {words.acceptRest}
        </Button>
        <Button variant="default" onClick={onAgain}>
          {words.again}
        </Button>
        <Button variant="default" onClick={onDiscard}>
          {words.discard}
        </Button>
      </Group>
    </Alert>
  )
}
