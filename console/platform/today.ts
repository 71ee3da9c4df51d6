// Provides the current day in the environment's time zone, also on a page that is open past midnight.
import { useEffect, useState } from 'react'
import { dayOf } from './day.ts'

const everyMs = 30_000

export function useToday(zone: string): string {
  const [today, setToday] = useState(() => dayOf(new Date(), zone))
  useEffect(() => {
    const look = () => setToday(dayOf(new Date(), zone))
    look()
    const timer = setInterval(look, everyMs)
    return () => clearInterval(timer)
  }, [zone])
  return today
}
