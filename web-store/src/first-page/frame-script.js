// Stands in the frames of private screens, which are the same for everybody: what only this browser knows, and the page has to leave room for
// before its app says more. What is kept is read as `stores/` does.
;(() => {
  try {
    const area = sessionStorage.getItem('read_only_view') === '1' ? sessionStorage : localStorage
    const { dataset, style } = document.documentElement
    const buys = new URLSearchParams(location.search).get('course')
    const lines = buys === null ? JSON.parse(area.getItem('cart') || '[]') : buys.split(',')
    dataset.cart = lines.length > 0 ? 'full' : 'empty'
    style.setProperty('--lines', lines.length)
    if (!lines[1] && lines[0] && lines[0].ways && !area.getItem('promocode')) dataset.ways = lines[0].ways
    const ended = area.getItem('session_only') && !document.cookie.includes('browser_open=1')
    if (area.getItem('user') && area.getItem('access_token') && !ended) dataset.session = 'kept'
  } catch (_) {}
})()
