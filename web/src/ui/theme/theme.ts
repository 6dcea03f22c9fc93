import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem } from '@mantine/core'
import overrides from './theme.module.css'

const iris: MantineColorsTuple = [
  '#ececfd',
  '#d9d8fb',
  '#b9b7f8',
  '#a9a8ff',
  '#8886f0',
  '#716feb',
  '#5e5ce6',
  '#4b49c9',
  '#3d3baa',
  '#23224a',
]

const gray: MantineColorsTuple = [
  '#f6f7f9',
  '#eceff3',
  '#e6e9ef',
  '#d5dae2',
  '#b4bcc9',
  '#8f99a8',
  '#5f6979',
  '#4f5a6b',
  '#2d3542',
  '#12161d',
]

const dark: MantineColorsTuple = [
  '#e9edf3',
  '#c5cedb',
  '#a3afc1',
  '#8793a7',
  '#232b36',
  '#1d242d',
  '#151a21',
  '#0e1116',
  '#0b0e12',
  '#080a0d',
]

/** The look (domain.md#screens): Inter 13/14/20/28, a 4 px grid, radius 8, one accent. */
export const theme = createTheme({
  primaryColor: 'iris',
  primaryShade: 6,
  colors: { iris, gray, dark },
  fontFamily: '"Inter Variable", "Segoe UI", system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", Consolas, monospace',
  fontSizes: { xs: rem(12), sm: rem(13), md: rem(14), lg: rem(16), xl: rem(20) },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.45', lg: '1.5', xl: '1.4' },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(20), xl: rem(28) },
  defaultRadius: rem(8),
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: rem(20), lineHeight: rem(28) }, h2: { fontSize: rem(14), lineHeight: rem(20) } },
  },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '76.5em', xl: '114em' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    Button: { defaultProps: { size: 'sm' }, classNames: { root: overrides.button } },
    Checkbox: { classNames: { input: overrides.box } },
    Radio: { classNames: { radio: overrides.box } },
    Switch: { classNames: { track: overrides.track, thumb: overrides.thumb } },
    Input: { classNames: { input: overrides.input } },
    InputWrapper: { classNames: { label: overrides.label } },
    Popover: { defaultProps: { shadow: 'md' }, classNames: { dropdown: overrides.dropdown } },
    Menu: { defaultProps: { shadow: 'md' }, classNames: { dropdown: overrides.dropdown } },
    // a dialog's head is no banner of the page
    Modal: {
      defaultProps: { attributes: { header: { role: 'presentation' } } },
      classNames: { content: overrides.dropdown, header: overrides.modalHeader },
    },
    Drawer: { defaultProps: { attributes: { header: { role: 'presentation' } } } },
    Tooltip: { defaultProps: { openDelay: 300 }, classNames: { tooltip: overrides.tooltip } },
  },
})

const surfaces = {
  '--mantine-color-body': 'var(--sm-surface)',
  '--mantine-color-text': 'var(--sm-text)',
  '--mantine-color-dimmed': 'var(--sm-text-3)',
  '--mantine-color-default': 'var(--sm-surface)',
  '--mantine-color-default-hover': 'var(--sm-sunken)',
  '--mantine-color-default-color': 'var(--sm-text)',
  '--mantine-color-default-border': 'var(--sm-line)',
  '--mantine-color-placeholder': 'var(--sm-text-3)',
  '--mantine-color-error': 'var(--sm-bad-text)',
  // seen on every surface, raised ones too
  '--mantine-color-disabled': 'color-mix(in srgb, var(--sm-text) 7%, transparent)',
  '--mantine-color-disabled-color': 'var(--sm-text-3)',
  '--mantine-color-anchor': 'var(--sm-accent-text)',
}

/** Hands Mantine's own variables our tones, so that its parts sit on the same surfaces. */
export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: surfaces, dark: surfaces })
