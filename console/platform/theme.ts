// The theme: one accent colour, one font in five sizes, tabular figures and small controls.
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, mergeThemeOverrides } from '@mantine/core'
import { buildCssVariables, colourPalettes } from './palette.ts'

const accent: MantineColorsTuple = [
  '#e8f6f3',
  '#d0ebe5',
  '#a3d8cd',
  '#72c4b4',
  '#4bb3a0',
  '#2b9d89',
  '#158371',
  '#0b6b5d',
  '#07584c',
  '#03453b',
]
/** Colours of success, because the accent colour marks clickable elements. */
const good: MantineColorsTuple = [
  '#f2f9ea',
  '#e2f0d3',
  '#cbe4b0',
  '#b3dc8a',
  '#94c766',
  '#74ab45',
  '#56902b',
  '#437a1c',
  '#386f15',
  '#2f6410',
]
/** Cool greys, so that only the accent is a colour. */
const dark: MantineColorsTuple = [
  '#d3d8de',
  '#b6bdc6',
  '#98a1ac',
  '#6d7682',
  '#414954',
  '#2f363f',
  '#232930',
  '#1a1f25',
  '#14181d',
  '#0f1216',
]
const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f4',
  '#e5e8eb',
  '#d7dbe0',
  '#c3c9d0',
  '#a3abb5',
  '#76808c',
  '#525c67',
  '#363e47',
  '#1f252b',
]

/**
 * Properties of dialogs and drawers. The page itself never scrolls, so no lock is necessary; a lock would need a style
 * without a nonce. The role prevents screen readers from announcing a second header of the page.
 */
const overPage = {
  lockScroll: false,
  overlayProps: { backgroundOpacity: 0.35 },
  attributes: { header: { role: 'presentation' } },
}

const theme = createTheme({
  colors: { accent, good, dark, gray },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  black: '#1b2026',
  fontFamily: '"Inter Variable", "Noto Sans Arabic Variable", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  // Line heights in pixels: 12/16, 13/18, 14/20, 16/24, 18/24.
  lineHeights: { xs: '1.3333', sm: '1.3846', md: '1.4286', lg: '1.5', xl: '1.3333' },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.125rem' }, h2: { fontSize: '1rem' }, h3: { fontSize: '0.875rem' } },
  },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // A closed list has no elements: the lists of countries and time zones have thousands.
    Combobox: { defaultProps: { keepMounted: false } },
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // Most buttons are secondary. The main button of a page or form is filled.
    Button: { defaultProps: { size: 'xs', variant: 'default' } },
    ActionIcon: { defaultProps: { size: 'md', variant: 'subtle', color: 'gray' } },
    TextInput: { defaultProps: { size: 'xs' } },
    NumberInput: { defaultProps: { size: 'xs' } },
    Textarea: { defaultProps: { size: 'xs' } },
    MultiSelect: { defaultProps: { size: 'xs' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Switch: { defaultProps: { size: 'xs' } },
    CheckboxGroup: { defaultProps: { size: 'xs' } },
    TagsInput: { defaultProps: { size: 'xs' } },
    Checkbox: { defaultProps: { size: 'xs' } },
    SegmentedControl: { defaultProps: { size: 'xs', transitionDuration: 0 } },
    Table: { defaultProps: { fz: 'sm', verticalSpacing: 6, horizontalSpacing: 'sm' } },
    Menu: { defaultProps: { shadow: 'md' } },
    Badge: { defaultProps: { variant: 'light', color: 'gray' } },
  },
})

/** Returns the theme with the label of close buttons in the language in use. */
export function buildTheme(closeLabel: string) {
  const close = { closeButtonProps: { 'aria-label': closeLabel } }
  return mergeThemeOverrides(theme, {
    components: {
      Modal: { defaultProps: { ...overPage, ...close, centered: true } },
      Drawer: { defaultProps: { ...overPage, ...close } },
      Notification: { defaultProps: close },
    },
  })
}

/** Returns colours whose quiet text has a contrast of at least 4.5 to 1 on every surface of both schemes. */
export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...buildCssVariables(colourPalettes.light),
    '--mantine-color-dimmed': '#5b6570',
    '--mantine-color-placeholder': '#6b7580',
    '--mantine-color-error': '#c1272d',
    '--mantine-color-anchor': '#0b6b5d',
    '--surface-sunken': '#f7f8f9',
    '--surface-selected': '#e8f6f3',
    '--line': '#e5e8eb',
    '--flash': '#fdf3c7',
    '--surface-current': '#e5e8eb',
    '--notice': '#fff4d6',
    '--notice-text': '#5c4300',
    '--window': '#ccd8e6',
    '--toast': '#1f252b',
    '--toast-text': '#ffffff',
    '--toast-action': '#72c4b4',
  },
  dark: {
    ...buildCssVariables(colourPalettes.dark),
    '--mantine-color-body': '#14181d',
    '--mantine-color-text': '#dfe3e8',
    '--mantine-color-dimmed': '#98a1ac',
    '--mantine-color-placeholder': '#8d96a1',
    '--mantine-color-error': '#ff8a8a',
    '--mantine-color-anchor': '#5cc4b0',
    '--mantine-color-default': '#1a1f25',
    '--mantine-color-default-border': '#39414b',
    '--surface-sunken': '#0f1216',
    '--surface-selected': '#12332d',
    '--line': '#2a3038',
    '--flash': '#3d3612',
    '--surface-current': '#262d35',
    '--notice': '#3d3612',
    '--notice-text': '#ffe08a',
    '--window': '#364657',
    '--toast': '#e3e7eb',
    '--toast-text': '#14181d',
    '--toast-action': '#0b6b5d',
  },
})
