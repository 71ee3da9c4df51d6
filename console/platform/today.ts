// Which day it is where the environment is, also on a page that stays open past midnight.
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
