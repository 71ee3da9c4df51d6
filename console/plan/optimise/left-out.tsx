// Lists the left-out orders of a proposal, grouped by their first reason, with recipient and town.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { LeftOut } from '../../../contract/optimisation.ts'
import { readRows } from '../../api/rows.ts'
import { useTexts } from '../../words/language.ts'
import styles from './optimise.module.css'
import { describeLeftOut } from './reasons.ts'
import { leftOutTexts, optimiseTexts } from './words.ts'

/** Largest number of orders whose groups are open at first. */
const openMax = 8

/** Groups the orders by the code of their first reason, the largest group first. */
function groupLeftOut(leftOut: readonly LeftOut[]): [code: string, orders: LeftOut[]][] {
  const groups = Map.groupBy(leftOut, ({ reasons }) => reasons[0]?.code ?? 'vehicle')
  return [...groups].sort(([, a], [, b]) => b.length - a.length)
}

/** Reads recipient and town of the orders, by id. */
function useRecipients(leftOut: readonly LeftOut[]): ReadonlyMap<string, string> {
  const ids = leftOut.map(({ consignmentId }) => consignmentId)
  const { data } = useQuery({ queryKey: ['leftOutRecipients', ids], queryFn: () => readRows(ids) })
  return useMemo(
    () =>
      new Map(
        data?.map(({ consignmentId, company, consigneeName, city }) => [
          consignmentId,
          [company || consigneeName, city].filter(Boolean).join(', '),
        ]),
      ),
    [data],
  )
}

export function LeftOutOrders({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const texts = useTexts(optimiseTexts)
  const names = useTexts(leftOutTexts)
  const recipients = useRecipients(leftOut)
  return (
    <section className={styles.left}>
      <h3>{texts.leftOut(leftOut.length)}</h3>
      {groupLeftOut(leftOut).map(([code, orders]) => (
        <details key={code} open={leftOut.length <= openMax}>
          <summary>
            {code in names ? names[code as keyof typeof names] : describeLeftOut(orders[0]!.reasons[0]!)}
            <span className={styles.count}>{orders.length}</span>
          </summary>
          <ul>
            {orders.map(({ consignmentId, key, reasons }) => (
              <li key={consignmentId}>
                {/* The link opens a new tab, because leaving the page would discard the proposal. */}
                <Link to="/consignments/$consignmentId" params={{ consignmentId }} target="_blank">
                  {key}
                </Link>{' '}
                {recipients.get(consignmentId)}
                <p className={styles.note}>{reasons.map(describeLeftOut).join(' ')}</p>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  )
}
