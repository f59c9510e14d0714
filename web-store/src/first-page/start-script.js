// Stands in every rendered page, which can be read and followed without the app: it fetches our fonts and the app's files once the page
// is painted (that of one student once it is drawn), or at once when the visitor does something. A browser below the floor gets the fonts alone.
;(() => {
  const { app, ahead, sheet, own } = document.currentScript.dataset
  const filesOf = (list) => list.split(' ').filter(Boolean)
  const LATEST_MS = 3000
  const append = (name, fields) =>
    new Promise((resolve, reject) => {
      document.head.append(Object.assign(document.createElement(name), { onload: resolve, onerror: reject }, fields))
    })

  /** Has our fonts asked for, and remembers that this browser has them: see `fonts-script.js`. */
  const showFonts = () => {
    const styles = document.getElementById('fonts')
    styles.media = 'all'
    const [, family] = styles.textContent.match(/font-family:([^;]+)/)
    const note = ([face]) => face && localStorage.setItem('fonts', styles.dataset.files)
    document.fonts
      .load(`1em ${family}`)
      .then(note)
      .catch(() => {})
  }

  let begun = false
  const begin = () => {
    // What this browser lacks is there once the document is whole: see `floor-script.js`.
    if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', begin)
    if (begun) return
    begun = true
    showFonts()
    if (belowFloor) return
    for (const href of filesOf(`${app} ${ahead}`)) append('link', { rel: 'modulepreload', href }).catch(() => {})
    // The page has the styles of what it shows, and this sheet those of all that the app may show. One that does not come is asked for
    // once more, under another name, as the browser remembers what failed.
    const fetchSheet = (href) => append('link', { rel: 'stylesheet', href })
    const styled = fetchSheet(sheet)
      .catch(() => fetchSheet(`${sheet}?again`))
      .catch(() => {})
    // One after the other, in tasks of their own: a slow phone answers its visitor in between.
    const files = filesOf(app)
    const last = files.pop()
    const run = (src) => append('script', { type: 'module', src }).then(() => new Promise((next) => setTimeout(next)))
    files
      .reduce((before, src) => before.then(() => run(src)), Promise.resolve())
      .then(() => styled)
      .then(() => run(last))
      .catch(() => {})
  }

  for (const sign of ['pointerdown', 'keydown', 'focusin']) addEventListener(sign, begin, { capture: true, once: true })
  // A picture is painted in the frame after it is decoded: what is asked for then does not keep it waiting. Most come after the page's `load`.
  const isInView = (picture) => {
    const { top, bottom } = picture.getBoundingClientRect()
    return bottom > 0 && top < innerHeight
  }
  const painted = () => {
    const pictures = [...document.images].filter(isInView)
    const begins = () => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(begin)))
    Promise.all(pictures.map((picture) => picture.decode().catch(() => {}))).then(begins)
  }
  // A student's own screen is painted once the server has drawn it: see `ahead-script.js`.
  if (own === undefined) addEventListener('load', painted)
  else Promise.resolve(window.screenAhead && window.screenAhead.shown).then(begin)
  setTimeout(begin, LATEST_MS)
})()
