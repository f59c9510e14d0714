import type { Page } from '@playwright/test'

/**
 * Wraps every text of each page like a browser's translation does: two `font` elements replace the text node. Later
 * texts are wrapped too.
 */
export async function translate(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const wrapText = (text: Text) => {
      const parent = text.parentElement
      if (!parent || !text.data.trim() || parent.closest('script, style, textarea, title, font')) return
      const inner = document.createElement('font')
      inner.append(text.data)
      const outer = document.createElement('font')
      outer.append(inner)
      text.replaceWith(outer)
    }
    const wrapAll = (node: Node) => {
      if (node instanceof Text) return wrapText(node)
      const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const found: Text[] = []
      while (texts.nextNode()) found.push(texts.currentNode as Text)
      found.forEach(wrapText)
    }
    const isTakenOver = () =>
      [...document.querySelectorAll('main > *, #root > *')].some((element) =>
        Object.keys(element).some((key) => key.startsWith('__reactFiber')),
      )
    const begin = () => {
      if (!isTakenOver()) return void setTimeout(begin, 20)
      wrapAll(document.body)
      const observer = new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes)
          for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) wrapAll(node)
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    }
    begin()
  })
}
