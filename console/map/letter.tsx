// The letter of a route on its colour: how it is known wherever it is drawn, also to whoever sees no colours.
import styles from './letter.module.css'
import type { RouteMark } from './places.ts'

/** The colour of a route, for style sheets. */
export const routeVariable = ({ color }: RouteMark) => `var(--route-${color})`

/** What is drawn within takes the colour of the route from here, as `--route`. */
export const inRouteColor = (mark: RouteMark | null | undefined) =>
  (mark ? { '--route': routeVariable(mark) } : {}) as React.CSSProperties

/** Beside its name, which says the same to whoever cannot see it. */
export const RouteLetter = ({ mark }: { mark: RouteMark }) => (
  <span className={styles.letter} style={{ background: routeVariable(mark) }} aria-hidden>
    {mark.letter}
  </span>
)
