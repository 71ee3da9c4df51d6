// Moves the focus with F6 through the panes: loads, pool, stops, map and charts.
import { useShortcuts } from '../../shell/shortcuts.ts'
import { useTexts } from '../../words/language.ts'
import { manyTexts } from '../load/words.ts'
import { planTexts } from '../times/words.ts'

/** Selectors of the elements that get the focus of a pane, the best one first. */
const entrances = [
  '[aria-current]',
  '[data-card][tabindex="0"]',
  '[data-handle][tabindex="0"]',
  'button, [tabindex="0"]',
]

function focusPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')]
  const current = panes.findIndex((pane) => pane.contains(document.activeElement))
  const startIndex = current < 0 && step < 0 ? 0 : current
  for (let count = 1; count <= panes.length; count++) {
    const pane = panes[(startIndex + step * count + panes.length * 2) % panes.length]!
    const entrance = entrances.map((selector) => pane.querySelector<HTMLElement>(selector)).find(Boolean)
    if (entrance) {
      entrance.focus()
      return
    }
  }
}

export function usePaneKeys(): void {
  const texts = useTexts(manyTexts)
  const { routePlan } = useTexts(planTexts)
  useShortcuts([
    { keys: 'F6', label: texts.nextPane, group: routePlan, whileTyping: true, run: () => focusPane(1) },
    { keys: 'shift+F6', label: texts.previousPane, group: routePlan, whileTyping: true, run: () => focusPane(-1) },
  ])
}
