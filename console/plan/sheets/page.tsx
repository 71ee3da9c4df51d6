// Prints the run sheets of one load or of a day, each on its own pages.

import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { getLoadById } from '../../../contract/load.ts'
import { failureOf, read } from '../../api/query.ts'
import { dayOf } from '../../platform/day.ts'
import { Failure } from '../../shell/failure.tsx'
import { Hint } from '../../shell/hint.tsx'
import { Empty, Page } from '../../shell/page.tsx'
import { ReasonedButton } from '../../shell/reasoned-button.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { Waiting } from '../../shell/waiting.tsx'
import { reasonWords } from '../../shell/words.ts'
import { useWords } from '../../words/language.ts'
import { useCrew } from '../times/crew.ts'
import { type Basics, ordersOf, useBasics, useDayLoads } from '../times/data.ts'
import { Sheet } from './sheet.tsx'
import styles from './sheets.module.css'
import { sheetWords } from './words.ts'

const route = getRouteApi('/shell/plan/sheets')

export function SheetsPage() {
  const words = useWords(sheetWords)
  const { environment, depots, error } = useBasics()
  if (error) return <Failure error={error} />
  if (!environment)
    return (
      <Page title={words.title}>
        <Waiting />
      </Page>
    )
  return <Sheets environment={environment} depots={depots} />
}

function Sheets(basics: Basics) {
  const words = useWords(sheetWords)
  const zone = basics.environment.timezone
  const { day = dayOf(new Date(), zone), load } = route.useSearch()
  const ofDay = useDayLoads(day)
  const ids = load ? [load] : (ofDay.loads?.filter(({ stopCount }) => stopCount > 0).map(({ loadId }) => loadId) ?? [])
  const loads = useQueries({ queries: ids.map((loadId) => read(getLoadById, { params: { loadId } })) })
  const orders = useQueries({ queries: ids.map((loadId) => ordersOf(loadId)) })
  const crew = useCrew()
  useShortcuts([{ keys: 'mod+p', label: words.print, group: words.title, run: () => window.print() }])
  const error = failureOf(...loads, ...orders) ?? (load ? undefined : ofDay.error)
  if (error) return <Failure error={error} />
  const isRead = (load || ofDay.loads) && crew && [...loads, ...orders].every(({ data }) => data)
  return (
    <Page title={words.title} zone={zone} actions={<Actions day={day} load={load} isEmpty={ids.length === 0} />}>
      {/* A region that scrolls needs keyboard access. */}
      <div
        className={styles.paper}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        role="region"
        aria-label={words.title}
        data-sheets={isRead ? 'ready' : 'loading'}
      >
        {isRead && ids.length === 0 && <Empty title={words.none}>{words.noneHelp}</Empty>}
        {isRead &&
          loads.map(({ data }, index) => (
            <Sheet key={ids[index]} {...basics} crew={crew!} load={data!.data} orders={orders[index]!.data!} />
          ))}
      </div>
    </Page>
  )
}

function Actions({ day, load, isEmpty }: { day: string; load: string | undefined; isEmpty: boolean }) {
  const words = useWords(sheetWords)
  const needs = useWords(reasonWords)
  return (
    <>
      <Button variant="default" component={Link} to="/plan" search={{ day, ...(load ? { load } : {}) } as never}>
        {words.back}
      </Button>
      {load && (
        <Button variant="default" component={Link} to="/plan/sheets" search={{ day } as never}>
          {words.allOfDay}
        </Button>
      )}
      <Hint label={words.print} keys="mod+p">
        <ReasonedButton
          leftSection={<IconPrinter size={15} />}
          reason={isEmpty ? needs.noSheets : null}
          onClick={() => window.print()}
        >
          {words.print}
        </ReasonedButton>
      </Hint>
    </>
  )
}
