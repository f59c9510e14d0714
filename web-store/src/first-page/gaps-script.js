// Runs in browsers below the floor alone. Chrome before 84 and Safari before 14.1 know `gap` in grids and not in flexible boxes, whose
// children get margins in its place.
;(() => {
  const probe = document.createElement('div')
  probe.style.cssText = 'display:flex;flex-direction:column;row-gap:1px;position:absolute'
  probe.innerHTML = '<p></p><p></p>'
  document.body.appendChild(probe)
  const knows = probe.scrollHeight === 1
  probe.remove()
  if (knows) return
  const pixels = (text) => parseFloat(text) || 0
  const put = (child, side, gap) => {
    const has = pixels(getComputedStyle(child)[side])
    // A wide one is an automatic margin, which makes room enough.
    if (gap > 0 && has <= gap) child.style[side] = `${has + gap}px`
  }
  for (const box of document.querySelectorAll('body *')) {
    const { display, flexDirection, flexWrap, rowGap, columnGap } = getComputedStyle(box)
    if (!/flex$/.test(display)) continue
    const isShown = (child) =>
      !/absolute|fixed/.test(getComputedStyle(child).position) && child.getClientRects().length > 0
    const children = Array.from(box.children).filter(isShown)
    const isColumn = /^column/.test(flexDirection)
    const isWrapped = flexWrap === 'wrap' && !isColumn
    children.forEach((child, at) => {
      const isLast = at === children.length - 1
      if (isWrapped) put(child, 'marginBottom', pixels(rowGap))
      if (!isLast) put(child, isColumn ? 'marginBottom' : 'marginRight', pixels(isColumn ? rowGap : columnGap))
    })
    // The last line of a wrapped box has no gap below.
    if (isWrapped && pixels(rowGap) > 0 && children.length > 0)
      box.style.marginBottom = `${pixels(getComputedStyle(box).marginBottom) - pixels(rowGap)}px`
  }
})()
