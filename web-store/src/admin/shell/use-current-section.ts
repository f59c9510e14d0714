import { useEffect, useState } from 'react'

/** The section in the upper part of the window, and how to go to another one. */
export function useCurrentSection<Id extends string>(first: Id): { current: Id; go: (id: Id) => void } {
  const [current, setCurrent] = useState<Id>(first)
  useEffect(() => {
    const seen = new Map<Element, number>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting, boundingClientRect } of entries) {
          if (isIntersecting) seen.set(target, boundingClientRect.top)
          else seen.delete(target)
        }
        const top = [...document.querySelectorAll('[data-section]')].find((section) => seen.has(section))
        if (top instanceof HTMLElement) setCurrent(top.dataset.section as Id)
      },
      { rootMargin: '-80px 0px -55% 0px' },
    )
    for (const section of document.querySelectorAll('[data-section]')) observer.observe(section)
    return () => observer.disconnect()
  }, [])
  const go = (id: Id) => {
    setCurrent(id)
    const section = document.getElementById(`section-${id}`)
    section?.scrollIntoView({ block: 'start', behavior: 'instant' })
    document.getElementById(`section-${id}-title`)?.focus({ preventScroll: true })
  }
  return { current, go }
}
