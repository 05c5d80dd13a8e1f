import {
  Badge,
  type CSSVariablesResolver,
  createTheme,
  Drawer,
  Loader,
  Modal,
  Notification,
  ScrollArea,
  Tooltip,
} from '@mantine/core'

const closeButtonProps = { 'aria-label': 'Close' }

export const theme = createTheme({
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 7 },
  colors: {
    brand: [
      '#f0fdfa',
      '#ccfbf1',
      '#99f6e4',
      '#5eead4',
      '#2dd4bf',
      '#14b8a6',
      '#0d9488',
      '#0f766e',
      '#115e59',
      '#134e4a',
    ],
  },
  fontFamily: 'Inter, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
  headings: { fontWeight: '650' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Loader: Loader.extend({ defaultProps: { role: 'status' } }),
    // What scrolls can be scrolled by the keyboard too.
    ScrollArea: ScrollArea.extend({ defaultProps: { viewportProps: { tabIndex: 0 } } }),
    Badge: Badge.extend({ defaultProps: { tt: 'none', fw: 600 } }),
    Drawer: Drawer.extend({ defaultProps: { closeButtonProps } }),
    Modal: Modal.extend({ defaultProps: { closeButtonProps } }),
    Notification: Notification.extend({ defaultProps: { closeButtonProps } }),
    Tooltip: Tooltip.extend({
      defaultProps: { withArrow: true, openDelay: 300, events: { hover: true, focus: true, touch: true } },
    }),
  },
})

/** Mantine's own greys for secondary text, and its warm colours, are too pale to read on its backgrounds. */
export const readableColours: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#52606d',
    '--mantine-color-placeholder': '#66717d',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-orange-light-color': '#a33400',
    '--mantine-color-yellow-light-color': '#7d5200',
    '--parley-canvas': '#f6f8f9',
    '--parley-line': '#e3e8ec',
    '--parley-mine': '#0f766e',
    '--parley-theirs': '#ffffff',
    '--parley-chosen': '#eefaf7',
    '--parley-bot': '#e3f4f1',
    '--parley-bot-line': '#c3e6df',
    '--parley-person': '#e7effb',
    '--parley-person-line': '#cbdcf5',
  },
  dark: {
    '--mantine-color-dimmed': '#a3adb8',
    '--mantine-color-placeholder': '#98a2ad',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-body': '#14181c',
    '--parley-canvas': '#0f1316',
    '--parley-line': '#262d33',
    '--parley-mine': '#115e59',
    '--parley-theirs': '#1d2329',
    '--parley-chosen': '#12302d',
    '--parley-bot': '#12302d',
    '--parley-bot-line': '#1d4a45',
    '--parley-person': '#172a44',
    '--parley-person-line': '#26426a',
  },
})
