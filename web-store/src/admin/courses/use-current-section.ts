import { useEffect, useState } from 'react'
import type { SectionId } from './sections.ts'

/** The section in the upper part of the window, and how to go to another one. */
export function useCurrentSection(): { current: SectionId; go: (id: SectionId) => void } {
  const [current, setCurrent] = useState<SectionId>('basics')
  useEffect(() => {
    const seen = new Map<Element, number>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          if (isIntersecting) seen.set(target, boundingClientRect.top)
          else seen.delete(target)
        }
        const first = [...document.querySelectorAll('[data-section]')].find((section) => seen.has(section))
        if (first instanceof HTMLElement) setCurrent(first.dataset.section as SectionId)
      },
      { rootMargin: '-80px 0px -55% 0px' },
    )
    for (const section of document.querySelectorAll('[data-section]')) observer.observe(section)
    return () => observer.disconnect()
  }, [])
  const go = (id: SectionId) => {
    setCurrent(id)
    const section = document.getElementById(`section-${id}`)
    section?.scrollIntoView({ block: 'start', behavior: 'instant' })
    document.getElementById(`section-${id}-title`)?.focus({ preventScroll: true })
  }
  return { current, go }
}
