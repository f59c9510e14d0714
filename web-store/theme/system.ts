import { createSystem, defaultBaseConfig, defineConfig, type SystemContext } from '@chakra-ui/react'
import { semanticColors } from './colors.ts'
import { globalCss } from './global-css.ts'
import { textStyles } from './text-styles.ts'

const token = (value: string) => ({ value })
const tokens = (values: Record<string, string>) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, token(value)]))

/** The owner’s pair of types sets both variables in the page (`index.html`); without one, these families are used. */
const LETTERS =
  "var(--latin, Anek, AnekLike, AnekWide), var(--devanagari, Hind, HindLike), 'Noto Sans Devanagari', system-ui, sans-serif"

/** The used steps of Chakra's scale (1 = 4px): each one is a variable in every page. */
const steps = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 16, 18, 20, 24]
const scale = Object.fromEntries([['0', '0'], ...steps.map((step) => [String(step), `${step / 4}rem`])])

const shadow = (light: string, dark: string) => ({ value: { _light: light, _dark: dark } })

/**
 * The whole theme. It starts from Chakra's base config (conditions and utilities, nothing visible) instead of the
 * default one, whose unused palettes and recipes weigh more than all of ours; so tokens, preflight and the variables'
 * root are set here, or everything renders unstyled without an error.
 */
const ownConfig = defineConfig({
  preflight: true,
  cssVarsPrefix: 'sh',
  cssVarsRoot: ':where(:root, :host)',
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    keyframes: {
      spin: { to: { transform: 'rotate(1turn)' } },
      shimmer: { to: { backgroundPosition: '-200% 0' } },
      'fade-in': { from: { opacity: '0' }, to: { opacity: '1' } },
      'fade-out': { from: { opacity: '1' }, to: { opacity: '0' } },
    },
    tokens: {
      fonts: tokens({
        heading: LETTERS,
        body: LETTERS,
        mono: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
      }),
      spacing: tokens(scale),
      sizes: tokens({ ...scale, full: '100%', content: '1200px', form: '860px' }),
      durations: tokens({ fast: '120ms', base: '200ms' }),
      easings: tokens({ out: 'cubic-bezier(.2,.7,.2,1)' }),
      radii: tokens({ full: '999px' }),
    },
    semanticTokens: {
      colors: semanticColors,
      radii: { l1: token('6px'), l2: token('10px'), l3: token('14px') },
      shadows: {
        sm: shadow('0 1px 2px rgb(20 22 63/.08)', 'none'),
        md: shadow('0 2px 4px rgb(20 22 63/.06),0 8px 20px -6px rgb(20 22 63/.14)', '0 8px 24px -8px rgb(0 0 0/.5)'),
        lg: shadow('0 24px 60px -12px rgb(20 22 63/.35)', '0 24px 60px -12px rgb(0 0 0/.7)'),
      },
    },
    textStyles,
  },
  globalCss,
})

let made: SystemContext | undefined

/** Returns the theme, for the build only (`build/styles`): browsers get its classes and variables. */
export function theme(): SystemContext {
  made ??= createSystem(defaultBaseConfig, ownConfig)
  return made
}
