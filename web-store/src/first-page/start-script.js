// Stands in every rendered page, which can be read and followed without the app: it fetches our fonts and the app's files once the page
// is painted, or at once when the visitor does something.
;(() => {
  const { app, ahead, sheet } = document.currentScript.dataset
  const filesOf = (list) => list.split(' ').filter(Boolean)
  const LATEST_MS = 3000

  /** Has our fonts asked for, and remembers that this browser has them: see `fonts-script.js`. */
  const showFonts = async () => {
    const styles = document.getElementById('fonts')
    styles.media = 'all'
    try {
      const [, family] = styles.textContent.match(/font-family:([^;]+)/)
      const [face] = await document.fonts.load(`1em ${family}`)
      if (face) localStorage.setItem('fonts', styles.dataset.files)
    } catch {}
  }

  let begun = false
  const begin = async () => {
    if (begun) return
    begun = true
    showFonts()
    for (const href of filesOf(`${app} ${ahead}`)) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    }
    // The page has the styles of what it shows, and this sheet those of all that the app may show. One that does not come is asked for
    // once more, under another name, as the browser remembers what failed.
    const fetchSheet = (href, failed) =>
      new Promise((resolve) => {
        const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href, onload: resolve })
        link.onerror = () => resolve(failed?.())
        document.head.append(link)
      })
    const styled = fetchSheet(sheet, () => fetchSheet(`${sheet}?again`))
    // One after the other, in tasks of their own: a slow phone answers its visitor in between.
    for (const file of filesOf(app)) {
      if (file === filesOf(app).at(-1)) await styled
      await import(file)
      await new Promise((resolve) => setTimeout(resolve))
    }
  }

  for (const sign of ['pointerdown', 'keydown', 'focusin']) addEventListener(sign, begin, { capture: true, once: true })
  // A picture is painted in the frame after it is decoded: what is asked for then does not keep it waiting. Most come after the page's `load`.
  const isInView = (picture) => {
    const { top, bottom } = picture.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  }
  const painted = async () => {
    await Promise.allSettled([...document.images].filter(isInView).map((picture) => picture.decode()))
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))
  }
  addEventListener('load', painted)
  setTimeout(begin, LATEST_MS)
})()
