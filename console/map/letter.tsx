// Shows the letter of a route on its colour. The letter identifies it without colours too.
import styles from './letter.module.css'
import type { RouteMark } from './places.ts'

/** Returns the CSS variable with the colour of a route. */
export const routeVariable = ({ color }: RouteMark) => `var(--route-${color})`

/** Returns the style that sets `--route` to the colour of the route. */
export const inRouteColor = (mark: RouteMark | null | undefined) =>
  (mark ? { '--route': routeVariable(mark) } : {}) as React.CSSProperties

/** Shows the letter beside the name of a route. Screen readers skip it. */
export const RouteLetter = ({ mark }: { mark: RouteMark }) => (
  <span className={styles.letter} style={{ background: routeVariable(mark) }} aria-hidden>
    {mark.letter}
  </span>
)
