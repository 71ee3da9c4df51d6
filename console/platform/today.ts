// Provides the current day in the environment's time zone, also on a page that is open past midnight.
import { useEffect, useState } from 'react'
import { getZonedDay } from './day.ts'

const everyMs = 30_000

export function useToday(zone: string): string {
  const [today, setToday] = useState(() => getZonedDay(new Date(), zone))
  useEffect(() => {
    const updateToday = () => setToday(getZonedDay(new Date(), zone))
    updateToday()
    const timer = setInterval(updateToday, everyMs)
    return () => clearInterval(timer)
  }, [zone])
  return today
}
