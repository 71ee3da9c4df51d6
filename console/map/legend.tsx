// Lists the routes with their letters and colours, and hides or shows them.
import { useState } from 'react'
import { useTexts } from '../words/language.ts'
import styles from './legend.module.css'
import { RouteLetter } from './letter.tsx'
import type { UnselectedRoute } from './route-locations.ts'
import { mapTexts } from './words.ts'

interface LegendProps {
  routes: readonly UnselectedRoute[]
  hidden: ReadonlySet<string>
  onToggle: (ids: readonly string[]) => void
}

/** Shows the legend next to the controls of the map, closed at first. */
export function RouteLegend({ routes, hidden, onToggle }: LegendProps) {
  const texts = useTexts(mapTexts)
  const [isOpen, setOpen] = useState(false)
  if (routes.length === 0) return null
  const visibleRoutes = routes.filter(({ id }) => !hidden.has(id))
  return (
    <section className={styles.legend} aria-label={texts.otherLoads} data-map-controls>
      <button type="button" className={styles.head} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {texts.otherLoads}
        <span>
          {visibleRoutes.length}/{routes.length}
        </span>
      </button>
      {isOpen && (
        <ul className={styles.list}>
          <li>
            <label>
              <input
                type="checkbox"
                checked={visibleRoutes.length === routes.length}
                onChange={() =>
                  onToggle(
                    (visibleRoutes.length === routes.length ? routes : routes.filter(({ id }) => hidden.has(id))).map(
                      ({ id }) => id,
                    ),
                  )
                }
              />
              {texts.all}
            </label>
          </li>
          {routes.map(({ id, name, mark }) => (
            <li key={id}>
              <label>
                <input type="checkbox" checked={!hidden.has(id)} onChange={() => onToggle([id])} />
                <RouteLetter badge={mark} />
                <span dir="auto">{name}</span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
