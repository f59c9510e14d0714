import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The tokens of the store's theme that the pay page uses, by their names there. */
const LIGHT = `--bg:#F5F6FB;--panel:#FFFFFF;--muted:#ECEEF7;--fg:#15173A;--fg-muted:#4A4E6E;--border:#DCE0EE;
--action:#2B3390;--action-hover:#222979;--action-fg:#2B3390;--ring:#4551B5;
--buy:#FFB81C;--buy-ink:#15173A;--buy-hover:#FFC445;--buy-edge:#C67A00;--buy-busy:#FFE4A3;
--success-fg:#17683A;--success-subtle:#E3F5EA;--warning-subtle:#FFF4D6;--warning-border:#E09A00;color-scheme:light`
const DARK = `--bg:#0D0F26;--panel:#161938;--muted:#20244B;--fg:#EDEFFC;--fg-muted:#B6BBDD;--border:#2B3062;
--action:#4C58CC;--action-hover:#5A66DA;--action-fg:#AEB7FF;--ring:#8F9AFF;
--buy:#FFC03A;--buy-ink:#15173A;--buy-hover:#FFCC5C;--buy-edge:#A86A00;--buy-busy:#4C3B12;
--success-fg:#74DDA0;--success-subtle:#103428;--warning-subtle:#332810;--warning-border:#8A6714;color-scheme:dark`

const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** The page's script as it is served. */
export const script = file('page.js')

/** Its styles: light or dark as the system has it, or as it was chosen in the store; with the store's font where that is built. */
export function stylesWith(clientDir: string): string {
  const themes = `:root{${LIGHT}}@media (prefers-color-scheme:dark){:root:not(.light){${DARK}}}:root.dark{${DARK}}`
  return [...fontsOf(clientDir), themes, file('page.css')].join('\n')
}

const FONTS: [name: string, range: string][] = [
  ['anek-latin', 'U+0020-007E,U+00A0-00FF,U+2013-2026,U+2190-2193,U+2212'],
  ['anek-rupee', 'U+20B9'],
]

function fontsOf(clientDir: string): string[] {
  const built = namesIn(join(clientDir, 'assets'))
  return FONTS.flatMap(([name, range]) => {
    const font = built.find((one) => one.startsWith(`${name}-`) && one.endsWith('.woff2'))
    return font
      ? [
          `@font-face{font-family:Anek;src:url(/assets/${font}) format("woff2");font-weight:400 800;font-stretch:75% 100%;font-display:swap;ascent-override:96%;descent-override:30%;line-gap-override:0%;unicode-range:${range}}`,
        ]
      : []
  })
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
