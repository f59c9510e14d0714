import { type ReactNode, type SyntheticEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { chakra } from '../../../ui/chakra.ts'

const BLANK = `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"></head><body></body></html>`

const Frame = chakra('iframe', { base: { display: 'block', border: '0', bg: 'bg', transformOrigin: '0 0' } })

function copyStyles(to: Document): void {
  for (const style of document.querySelectorAll('style, link[rel=stylesheet]')) to.head.append(style.cloneNode(true))
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
  const [inside, setInside] = useState<HTMLElement>()
  const scale = shownWidth / width
  const prepare = ({ currentTarget }: SyntheticEvent<HTMLIFrameElement>) => {
    const page = currentTarget.contentDocument
    // Pictures inside say that they have loaded, too.
    if (!page || page.body === inside) return
    page.documentElement.className = document.documentElement.className
    copyStyles(page)
    setInside(page.body)
  }
  return (
    <chakra.div overflow="hidden" style={{ width: shownWidth, height }}>
      <Frame
        title={title}
        srcDoc={BLANK}
        onLoad={prepare}
        style={{ width, height: Math.round(height / scale), transform: scale === 1 ? undefined : `scale(${scale})` }}
      >
        {inside && createPortal(children, inside)}
      </Frame>
    </chakra.div>
  )
}
