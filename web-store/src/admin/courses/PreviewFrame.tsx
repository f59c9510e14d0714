import { ChakraProvider, chakra } from '@chakra-ui/react'
import createCache, { type EmotionCache } from '@emotion/cache'
import { CacheProvider } from '@emotion/react'
import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { theme } from '../../ui/theme/system.ts'

// The order of the theme's layers is said first of all: else the first rule that happens to be written decides it.
const LAYERS = '<style>@layer reset, base, tokens, recipes;</style>'
const BLANK = `<!doctype html><html lang="en-IN"><head><meta charset="utf-8">${LAYERS}</head><body></body></html>`

const Frame = chakra('iframe', { base: { display: 'block', border: '0', bg: 'bg', transformOrigin: '0 0' } })

type Inside = { body: HTMLElement; cache: EmotionCache }

/** What stands in the page's own document and is not brought by the theme: fonts, and in a build the styles of every page. */
function copyStyles(to: Document): void {
  for (const style of document.querySelectorAll('style, link[rel=stylesheet]')) {
    if (style instanceof HTMLLinkElement || /@font-face|@layer reset/.test(style.textContent ?? ''))
      to.head.append(style.cloneNode(true))
  }
}

type PreviewFrameProps = {
  title: string
  /** Width of the page inside, and of the place it is shown in, in pixels. */
  width: number
  shownWidth: number
  /** Height of the place, in pixels. */
  height: number
  children: ReactNode
}

/** A page within the page, as wide as a window of its own would be, drawn by this one. */
export function PreviewFrame({ title, width, shownWidth, height, children }: PreviewFrameProps) {
  const [inside, setInside] = useState<Inside>()
  const scale = shownWidth / width
  const prepare = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const page = currentTarget.contentDocument
    // Pictures inside say that they have loaded, too.
    if (!page || page.body === inside?.body) return
    page.documentElement.className = document.documentElement.className
    copyStyles(page)
    setInside({ body: page.body, cache: createCache({ key: 'preview', container: page.head }) })
  }
  return (
    <chakra.div overflow="hidden" style={{ width: shownWidth, height }}>
      <Frame
        title={title}
        srcDoc={BLANK}
        onLoad={prepare}
        style={{ width, height: Math.round(height / scale), transform: scale === 1 ? undefined : `scale(${scale})` }}
      >
        {inside &&
          createPortal(
            <CacheProvider value={inside.cache}>
              <ChakraProvider value={theme()}>{children}</ChakraProvider>
            </CacheProvider>,
            inside.body,
          )}
      </Frame>
    </chakra.div>
  )
}
