// The colours with a meaning, for light and dark. Teal is reserved for commands and the brand, red for problems that
// need an action now.

/**
 * Colours of eight routes, A to H, then again from the first. `routeText` is legible on each, and each contrasts with
 * the land and the water of the map. Letters distinguish routes for users who see two colours as one.
 */
const light = {
  accent: '#0b6b5d',
  done: '#437a1c',
  surface: '#ffffff',
  surfaceHover: '#f0f2f4',
  land: '#f8f8f6',
  water: '#dfe7ee',
  routes: ['#1f5fc4', '#a84c00', '#7a3fd0', '#4a6a00', '#b0268a', '#7a5200', '#00719b', '#45505c'],
  routeText: '#ffffff',
  states: {
    onTime: { text: '#2f6410', surface: '#e2f0d3' },
    late: { text: '#b01e26', surface: '#fce8e8' },
    warning: { text: '#7a4b00', surface: '#fdf0d5' },
    planning: { text: '#414a54', surface: '#eceff1' },
    released: { text: '#1c4f9c', surface: '#e3edfb' },
    started: { text: '#2f6410', surface: '#e6f2d9' },
  },
}

export type ColourPalette = typeof light
const dark: ColourPalette = {
  accent: '#5cc4b0',
  done: '#94c766',
  surface: '#14181d',
  surfaceHover: '#1f252c',
  land: '#22272d',
  water: '#15191e',
  routes: ['#7db1ff', '#ff9f57', '#c4a3ff', '#b4d455', '#ff8fda', '#f2cf63', '#6fd0f2', '#b3bfcc'],
  routeText: '#0d1412',
  states: {
    onTime: { text: '#b3dc8a', surface: '#22340f' },
    late: { text: '#ffa3a3', surface: '#421c1c' },
    warning: { text: '#ffc46b', surface: '#3a2b10' },
    planning: { text: '#b6bdc6', surface: '#2a3038' },
    released: { text: '#9cc4ff', surface: '#1a2d49' },
    started: { text: '#b3dc8a', surface: '#22340f' },
  },
}

export const colourPalettes = { light, dark }

/** Returns CSS variables: `--route-0` to `--route-7`, `--on-time`, `--on-time-surface` and so on. */
export const buildCssVariables = ({
  accent,
  done,
  surface,
  surfaceHover,
  routes,
  routeText,
  states,
}: ColourPalette) => ({
  '--accent-text': accent,
  '--done': done,
  '--surface': surface,
  '--surface-hover': surfaceHover,
  '--route-text': routeText,
  ...Object.fromEntries(routes.map((color, index) => [`--route-${index}`, color])),
  ...Object.fromEntries(
    Object.entries(states).flatMap(([name, state]) => {
      const variable = `--${name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`)}`
      return [
        [variable, state.text],
        [`${variable}-surface`, state.surface],
      ]
    }),
  ),
})
