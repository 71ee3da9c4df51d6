// Writes minutes as a duration.
import { useTexts } from '../../words/language.ts'
import { planTexts } from './words.ts'

/** Returns a function that writes minutes as a duration. */
export function useDuration(): (minutes: number) => string {
  const texts = useTexts(planTexts)
  return (minutes) =>
    minutes < 60 ? texts.minutes(minutes) : texts.hours(Math.floor(minutes / 60), Math.round(minutes % 60))
}
