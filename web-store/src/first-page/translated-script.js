// A browser that translates a page puts `font` elements in place of its texts, and extensions move elements. React, which still has its
// own, would throw as it removes one, or puts something before one, and the page would fall. Here it finds what stands there in its place,
// and a text that changes is shown again.
;(() => {
  const inPlaceOf = new WeakMap()
  new MutationObserver((changes) => {
    for (const { removedNodes, addedNodes } of changes) {
      const [text] = removedNodes
      if (text && text.nodeType === Node.TEXT_NODE && addedNodes[0]) inPlaceOf.set(text, addedNodes[0])
    }
  }).observe(document, { childList: true, subtree: true })

  /** What stands in the page for a node that `parent` is to hold or to lose: the node itself, or what replaced it. */
  const standsFor = (node, parent) => {
    const other = node && !node.isConnected && inPlaceOf.get(node)
    return other && other.isConnected && !other.contains(parent) ? other : node
  }
  const { appendChild, insertBefore, removeChild } = Node.prototype
  Object.assign(Node.prototype, {
    appendChild(node) {
      appendChild.call(this, standsFor(node, this))
      return node
    },
    insertBefore(node, before) {
      let at = standsFor(before, this)
      while (at && at.parentNode !== this) at = at.parentNode
      insertBefore.call(this, standsFor(node, this), at)
      return node
    },
    removeChild(node) {
      const at = standsFor(node, this)
      if (at.parentNode) removeChild.call(at.parentNode, at)
      return node
    },
  })
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  const set = function (text) {
    value.set.call(this, text)
    const shown = standsFor(this)
    if (shown !== this) shown.replaceWith(this)
  }
  Object.defineProperty(Node.prototype, 'nodeValue', Object.assign({}, value, { set }))
})()
