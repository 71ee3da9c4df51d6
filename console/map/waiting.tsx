// Shows a placeholder until the map is loaded.
import { useWords } from '../words/language.ts'
import styles from './waiting.module.css'
import { mapWords } from './words.ts'

export function MapWaiting() {
  const words = useWords(mapWords)
  return (
    <div className={styles.waiting} role="status">
      <span className="visually-hidden">{words.loading}</span>
    </div>
  )
}
