// Lists the routes with their letters and colours, and hides or shows them.
import { useState } from 'react'
import { useWords } from '../words/language.ts'
import styles from './legend.module.css'
import { RouteLetter } from './letter.tsx'
import type { OtherRoute } from './places.ts'
import { mapWords } from './words.ts'

interface LegendProps {
  routes: readonly OtherRoute[]
  hidden: ReadonlySet<string>
  onToggle: (ids: readonly string[]) => void
}

/** Shows the legend beside the controls of the map, closed at first. */
export function Legend({ routes, hidden, onToggle }: LegendProps) {
  const words = useWords(mapWords)
  const [isOpen, setOpen] = useState(false)
  if (routes.length === 0) return null
  const shown = routes.filter(({ id }) => !hidden.has(id))
  return (
    <section className={styles.legend} aria-label={words.otherLoads} data-map-controls>
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.otherLoads}
        <span>
          {shown.length}/{routes.length}
        </span>
      </button>
      {isOpen && (
        <ul className={styles.list}>
          <li>
            <label>
              <input
                type="checkbox"
                checked={shown.length === routes.length}
                onChange={() =>
                  onToggle(
                    (shown.length === routes.length ? routes : routes.filter(({ id }) => hidden.has(id))).map(
                      ({ id }) => id,
                    ),
                  )
                }
              />
              {words.all}
            </label>
          </li>
          {routes.map(({ id, name, mark }) => (
            <li key={id}>
              <label>
                <input type="checkbox" checked={!hidden.has(id)} onChange={() => onToggle([id])} />
                <RouteLetter mark={mark} />
                <span dir="auto">{name}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
