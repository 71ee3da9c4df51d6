// Prints the run sheets of one load or of a day, each on its own pages.

import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQueries } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { getLoadById } from '../../../contract/load.ts'
import { buildQuery, findFailure } from '../../api/query.ts'
import { getZonedDay } from '../../platform/day.ts'
import { FailureMessage } from '../../shell/failure.tsx'
import { ControlHint } from '../../shell/hint.tsx'
import { EmptyState, PageFrame } from '../../shell/page.tsx'
import { ReasonedButton } from '../../shell/reasoned-button.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { LoadingLines } from '../../shell/waiting.tsx'
import { reasonTexts } from '../../shell/words.ts'
import { useTexts } from '../../words/language.ts'
import { useCrew } from '../times/crew.ts'
import { createOrdersQuery, type PlanBasics, useBasics, useDayLoads } from '../times/data.ts'
import { RunSheet } from './sheet.tsx'
import styles from './sheets.module.css'
import { sheetTexts } from './words.ts'

const route = getRouteApi('/shell/plan/sheets')

export function SheetsPage() {
  const texts = useTexts(sheetTexts)
  const { environment, depots, error } = useBasics()
  if (error) return <FailureMessage error={error} />
  if (!environment)
    return (
      <PageFrame title={texts.title}>
        <LoadingLines />
      </PageFrame>
    )
  return <Sheets environment={environment} depots={depots} />
}

function Sheets(basics: PlanBasics) {
  const texts = useTexts(sheetTexts)
  const zone = basics.environment.timezone
  const { day = getZonedDay(new Date(), zone), load } = route.useSearch()
  const ofDay = useDayLoads(day)
  const ids = load ? [load] : (ofDay.loads?.filter(({ stopCount }) => stopCount > 0).map(({ loadId }) => loadId) ?? [])
  const loads = useQueries({ queries: ids.map((loadId) => buildQuery(getLoadById, { params: { loadId } })) })
  const orders = useQueries({ queries: ids.map((loadId) => createOrdersQuery(loadId)) })
  const crew = useCrew()
  useShortcuts([{ keys: 'mod+p', label: texts.print, group: texts.title, run: () => window.print() }])
  const error = findFailure(...loads, ...orders) ?? (load ? undefined : ofDay.error)
  if (error) return <FailureMessage error={error} />
  const isRead = (load || ofDay.loads) && crew && [...loads, ...orders].every(({ data }) => data)
  return (
    <PageFrame title={texts.title} zone={zone} actions={<Actions day={day} load={load} isEmpty={ids.length === 0} />}>
      {/* A region that scrolls needs keyboard access. */}
      <div
        className={styles.paper}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        role="region"
        aria-label={texts.title}
        data-sheets={isRead ? 'ready' : 'loading'}
      >
        {isRead && ids.length === 0 && <EmptyState title={texts.none}>{texts.noneHelp}</EmptyState>}
        {isRead &&
          loads.map(({ data }, index) => (
            <RunSheet key={ids[index]} {...basics} crew={crew!} load={data!.data} orders={orders[index]!.data!} />
          ))}
      </div>
    </PageFrame>
  )
}

function Actions({ day, load, isEmpty }: { day: string; load: string | undefined; isEmpty: boolean }) {
  const texts = useTexts(sheetTexts)
  const needs = useTexts(reasonTexts)
  return (
    <>
      <Button component={Link} to="/plan" search={{ day, ...(load ? { load } : {}) } as never}>
        {texts.back}
      </Button>
      {load && (
        <Button component={Link} to="/plan/sheets" search={{ day } as never}>
          {texts.allOfDay}
        </Button>
      )}
      <ControlHint label={texts.print} keys="mod+p">
        <ReasonedButton
          leftSection={<IconPrinter size={15} />}
          reason={isEmpty ? needs.noSheets : null}
          onClick={() => window.print()}
        >
          {texts.print}
        </ReasonedButton>
      </ControlHint>
    </>
  )
}
