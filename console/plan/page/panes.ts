// Moves the focus with F6 through the panes: loads, pool, stops, map and charts.
import { useShortcuts } from '../../shell/shortcuts.ts'
import { useWords } from '../../words/language.ts'
import { manyWords } from '../load/words.ts'
import { planWords } from '../times/words.ts'

/** Selectors of the elements that get the focus of a pane, the best one first. */
const entrances = [
  '[aria-current]',
  '[data-card][tabindex="0"]',
  '[data-handle][tabindex="0"]',
  'button, [tabindex="0"]',
]

function go(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')]
  const current = panes.findIndex((pane) => pane.contains(document.activeElement))
  const from = current < 0 && step < 0 ? 0 : current
  for (let count = 1; count <= panes.length; count++) {
    const pane = panes[(from + step * count + panes.length * 2) % panes.length]!
    const entrance = entrances.map((one) => pane.querySelector<HTMLElement>(one)).find(Boolean)
    if (entrance) {
      entrance.focus()
      return
    }
  }
}

export function usePaneKeys(): void {
  const words = useWords(manyWords)
  const { routePlan } = useWords(planWords)
  useShortcuts([
    { keys: 'F6', label: words.nextPane, group: routePlan, whileTyping: true, run: () => go(1) },
    { keys: 'shift+F6', label: words.previousPane, group: routePlan, whileTyping: true, run: () => go(-1) },
  ])
}
