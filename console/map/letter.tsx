// Shows the letter of a route on its colour. The letter identifies it without colours too.
import styles from './letter.module.css'
import type { RouteBadge } from './route-locations.ts'

/** Returns the CSS variable with the colour of a route. */
export const routeVariable = ({ color }: RouteBadge) => `var(--route-${color})`

/** Returns the style that sets `--route` to the colour of the route. */
export const createRouteStyle = (badge: RouteBadge | null | undefined) =>
  (badge ? { '--route': routeVariable(badge) } : {}) as React.CSSProperties

/** Shows the letter beside the name of a route. Screen readers skip it. */
export const RouteLetter = ({ badge }: { badge: RouteBadge }) => (
  <span className={styles.letter} style={{ background: routeVariable(badge) }} aria-hidden>
    {badge.letter}
  </span>
)
