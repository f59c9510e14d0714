// A page is first painted in Latin letters of the system, as wide as ours: on a slow line our font, which weighs four times the page, would keep
// its pictures waiting. The start script asks for it once the page is painted; here, before that, where this browser has it.
;(() => {
  const styles = document.getElementById('fonts')
  const files = styles.textContent.match(/[^"'(]+\.woff2/g).slice(0, 2)
  styles.dataset.files = files
  try {
    if (localStorage.getItem('fonts') !== styles.dataset.files) return
  } catch (_) {
    return
  }
  for (const href of files) {
    const link = Object.assign(document.createElement('link'), { rel: 'preload', as: 'font', crossOrigin: '', href })
    document.head.append(link)
  }
  styles.media = 'all'
})()
